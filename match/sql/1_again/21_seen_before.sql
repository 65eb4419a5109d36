-- reads: entry, history_entry
-- writes: seen_before (one row per own row of today and earlier row of the same source and own id)
-- why: same says whether both rows make the same claim of the same money; paid and
-- refunded are one claim. The key stands for order_ref and refund_ref where there
-- is one; a refund without a key is known by its order_ref.
create table seen_before as
select
  e.file_no as file_no,
  e.line as line,
  e.status as status,
  e.key_hash as key_hash,
  e.key_check as key_check,
  e.currency as currency,
  e.gross_minor as gross_minor,
  h.arrived_on as earlier_arrived_on,
  h.file_no as earlier_file_no,
  h.line as earlier_line,
  h.currency as earlier_currency,
  h.gross_minor as earlier_minor,
  e.kind = h.kind
    and e.key_hash = h.key_hash
    and e.key_check = h.key_check
    and e.currency = h.currency
    and e.gross_minor = h.gross_minor
    and e.fee_minor = h.fee_minor
    and e.status <> 'pending'
    and e.status <> 'closed'
    and (e.key_hash <> 0 or e.order_ref = h.order_ref) as same
from entry as e
join history_entry as h on h.source = e.source and h.own_id = e.own_id
where e.side = 'ledger'
  and h.side = 'ledger'
  and h.status <> 'pending'
  and h.status <> 'closed'

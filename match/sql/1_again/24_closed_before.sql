-- reads: entry, closed_entry
-- writes: closed_before (one row per own row of today that claims money and whose own id a decision closed)
-- why: how is `repeated` when it is what was closed (the last time), else `after_close`.
create table closed_before as
with last_closed as (
  select
    c.*,
    row_number() over (partition by c.source, c.own_id order by c.decision_no desc nulls last, c.line nulls first) as turn
  from closed_entry as c
  where c.side = 'ledger'
)
select
  e.file_no as file_no,
  e.line as line,
  case
    when e.kind = c.kind
      and e.key_hash = c.key_hash
      and e.key_check = c.key_check
      and e.currency = c.currency
      and e.gross_minor = c.gross_minor
      and e.fee_minor = c.fee_minor
      and (e.key_hash <> 0 or e.order_ref = c.order_ref)
    then 'repeated'
    else 'after_close'
  end as how,
  e.status as status,
  e.key_hash as key_hash,
  e.key_check as key_check,
  e.currency as currency,
  e.gross_minor as gross_minor,
  c.arrived_on as earlier_arrived_on,
  c.file_no as earlier_file_no,
  c.line as earlier_line,
  c.currency as earlier_currency,
  c.gross_minor as earlier_minor
from entry as e
join last_closed as c on c.source = e.source and c.own_id = e.own_id
where e.side = 'ledger'
  and e.status <> 'pending'
  and e.status <> 'closed'
  and c.turn = 1

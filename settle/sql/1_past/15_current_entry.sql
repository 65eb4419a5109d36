-- reads: ledger_entry, repeated_id
-- writes: current_entry (one row per entry id: the row of its latest file)
-- why: pending entries become confirmed or void by standing in a later file again.
create view current_entry as
select
  e.file_no as file_no,
  e.line as line,
  e.entry_id as entry_id,
  e.payee as payee,
  e.currency as currency,
  e.kind as kind,
  e.status as status,
  e.amount_minor as amount_minor,
  e.occurred_at as occurred_at,
  coalesce(e.order_ref, '') as order_ref
from ledger_entry as e
left join repeated_id as r on r.entry_id = e.entry_id
where r.entry_id is null or r.file_no = e.file_no

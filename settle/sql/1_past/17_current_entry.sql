-- reads: ledger_entry, outdated_row
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
left join outdated_row as o on o.file_no = e.file_no and o.line = e.line
where o.line is null

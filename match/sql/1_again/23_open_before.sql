-- reads: entry, standing
-- writes: open_before (one row per own row of today whose own id is open)
-- why: the later row takes the open one's place, whether or not anything changed.
create table open_before as
select
  e.file_no as file_no,
  e.line as line,
  'replaces' as how,
  e.status as status,
  e.key_hash as key_hash,
  e.key_check as key_check,
  e.currency as currency,
  e.gross_minor as gross_minor,
  o.arrived_on as earlier_arrived_on,
  o.file_no as earlier_file_no,
  o.line as earlier_line,
  o.currency as earlier_currency,
  o.gross_minor as earlier_minor
from entry as e
join standing as o on o.source = e.source and o.own_id = e.own_id
where e.side = 'ledger' and o.side = 'ledger'

-- reads: ledger_entry, repeated_id
-- writes: repeated_row (one row per row of the ledger with such an id, and the last file that has the id)
-- why: the latest file has the last word.
create table repeated_row as
with placed as (
  select e.entry_id as entry_id, e.file_no as file_no, e.line as line
  from ledger_entry as e
  join repeated_id as r on r.entry_id = e.entry_id
),
latest as (
  select p.entry_id as entry_id, max(p.file_no) as file_no
  from placed as p
  group by p.entry_id
)
select p.entry_id as entry_id, p.file_no as file_no, p.line as line, l.file_no as last_file_no
from placed as p
join latest as l on l.entry_id = p.entry_id

-- reads: ledger_entry
-- writes: several_files (one row when the ledger has more than one file, else none)
-- why: an id stands in a file once, so with a single file there is nothing to look for.
create table several_files as
with file as (
  select e.file_no as file_no
  from ledger_entry as e
  group by e.file_no
)
select count(*) as files
from file as f
having 1 < count(*)

-- reads: ledger_entry, several_files
-- writes: repeated_id (one row per entry id that stands in the ledger more than once)
-- why: exports are increments, and nearly every id stands in one file only; only the
-- rest has to be looked at.
create table repeated_id as
select e.entry_id as entry_id
from ledger_entry as e
cross join several_files as f
group by e.entry_id
having 1 < count(*)

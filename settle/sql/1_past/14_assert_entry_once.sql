-- reads: ledger_entry, repeated_id
-- writes: nothing (ids that stand in one file twice)
-- why: no row of a file is later than another one, so both would count.
select e.entry_id as entry_id, min(e.file_no) as file_no, count(*) as entries
from ledger_entry as e
join repeated_id as r on r.entry_id = e.entry_id and r.file_no = e.file_no
group by e.entry_id
having 1 < count(*)

-- reads: repeated_row
-- writes: nothing (ids that stand in one file twice)
-- why: no row of a file is later than another one, so both would count.
select r.entry_id as entry_id, r.file_no as file_no, count(*) as entries
from repeated_row as r
group by r.entry_id, r.file_no
having 1 < count(*)

-- reads: repeated_row
-- writes: outdated_row (one row per row of the ledger that a later file has taken the place of)
-- why: numbers are compared faster than ids, and there are few of these rows.
create table outdated_row as
select r.file_no as file_no, r.line as line
from repeated_row as r
where r.file_no < r.last_file_no

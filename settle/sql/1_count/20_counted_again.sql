-- reads: counted_before
-- writes: counted_again (one row per entry id that counted more than once: the batch of its last row)
-- why: an entry counts again when a person accepted a change of it, which is rare.
create table counted_again as
select c.entry_id as entry_id, max(c.batch_no) as batch_no
from counted_before as c
group by c.entry_id
having 1 < count(*)

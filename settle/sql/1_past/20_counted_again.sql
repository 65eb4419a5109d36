-- reads: counted_before
-- writes: counted_again (one row per entry id that may have counted more than once: the batch of its last row)
-- why: an entry counts again when a person accepted a change of it, which is rare. Then
-- its first row counts nothing, or a later row changes by something else than its
-- whole amount, so that the ids need not be counted.
create table counted_again as
with suspect as (
  select c.entry_id as entry_id
  from counted_before as c
  where c.change_minor <> c.amount_minor or c.amount_minor = 0
  group by c.entry_id
)
select c.entry_id as entry_id, max(c.batch_no) as batch_no
from counted_before as c
join suspect as s on s.entry_id = c.entry_id
group by c.entry_id

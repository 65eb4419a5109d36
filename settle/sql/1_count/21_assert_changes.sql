-- reads: counted_before, counted_again
-- writes: nothing (entries whose changes do not add up to what they count)
-- why: an entry that counted once is its amount; one that counted again is the amount of
-- its last batch, on whichever account that is.
select c.entry_id as entry_id, c.amount_minor as amount_minor, c.change_minor as change_minor
from counted_before as c
left join counted_again as a on a.entry_id = c.entry_id
where a.entry_id is null and c.change_minor <> c.amount_minor
union all
select
  c.entry_id as entry_id,
  cast(coalesce(sum(c.amount_minor) filter (where c.batch_no = a.batch_no), 0) as bigint) as amount_minor,
  cast(sum(c.change_minor) as bigint) as change_minor
from counted_before as c
join counted_again as a on a.entry_id = c.entry_id
group by c.entry_id, c.payee, c.currency
having cast(coalesce(sum(c.amount_minor) filter (where c.batch_no = a.batch_no), 0) as bigint) <> cast(sum(c.change_minor) as bigint)

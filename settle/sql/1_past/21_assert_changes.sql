-- reads: counted_before, counted_again
-- writes: nothing (entries whose changes do not add up to what they count)
-- why: an entry that counted again counts the amount of its last batch, on whichever
-- account that is, and nothing on any other.
select
  c.entry_id as entry_id,
  c.payee as payee,
  cast(coalesce(sum(c.amount_minor) filter (where c.batch_no = a.batch_no), 0) as bigint) as amount_minor,
  cast(sum(c.change_minor) as bigint) as change_minor
from counted_before as c
join counted_again as a on a.entry_id = c.entry_id
group by c.entry_id, c.payee, c.currency
having cast(coalesce(sum(c.amount_minor) filter (where c.batch_no = a.batch_no), 0) as bigint) <> cast(sum(c.change_minor) as bigint)

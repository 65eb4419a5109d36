-- reads: news, counted_entry, held_entry, accepted_change
-- writes: nothing (currencies in which other new entries are counted and held than there are)
-- why: every new entry counts or is held, and none is dropped or does both.
with item as (
  select n.currency as currency, 1 as entries, n.amount_minor as minor from news as n where n.is_new
  union all
  select a.currency as currency, 1 as entries, a.change_minor as minor from accepted_change as a
  union all
  select c.currency as currency, -1 as entries, 0 - c.change_minor as minor from counted_entry as c
  union all
  select h.currency as currency, -1 as entries, 0 - h.amount_minor as minor from held_entry as h
)
select i.currency as currency, cast(sum(i.entries) as bigint) as entries_over, cast(sum(i.minor) as bigint) as minor_over
from item as i
group by i.currency
having cast(sum(i.entries) as bigint) <> 0 or cast(sum(i.minor) as bigint) <> 0

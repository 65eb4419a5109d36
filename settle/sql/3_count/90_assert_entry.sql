-- reads: news, counted_now, held_now, accepted_change
-- writes: nothing (currencies in which other new entries are counted and held than there are)
-- why: every new entry counts or is held, and none is dropped or does both.
with new_entry as (
  select n.currency as currency, count(*) as entries, cast(sum(n.amount_minor) as bigint) as minor
  from news as n
  where n.is_new
  group by n.currency
),
item as (
  select n.currency as currency, n.entries as entries, n.minor as minor from new_entry as n
  union all
  select a.currency as currency, 1 as entries, a.change_minor as minor from accepted_change as a
  union all
  select c.currency as currency, 0 - c.entries as entries, 0 - c.counted_minor as minor from counted_now as c
  union all
  select h.currency as currency, 0 - h.entries as entries, 0 - h.held_minor as minor from held_now as h
)
select i.currency as currency, cast(sum(i.entries) as bigint) as entries_over, cast(sum(i.minor) as bigint) as minor_over
from item as i
group by i.currency
having cast(sum(i.entries) as bigint) <> 0 or cast(sum(i.minor) as bigint) <> 0

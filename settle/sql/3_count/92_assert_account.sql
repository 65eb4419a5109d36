-- reads: balance, counted_now, held_now, counted_sum, posted, balance_before, settle_run
-- writes: nothing (currencies in which the accounts hold other money than there is)
-- why: an account that is left out would take its money with it.
with part as (
  select n.currency as currency, n.counted_minor as available_minor, 0 as held_minor, 0 as opening_minor from counted_now as n
  union all
  select h.currency as currency, 0 as available_minor, h.held_minor as held_minor, 0 as opening_minor from held_now as h
  union all
  select c.currency as currency, c.counted_minor as available_minor, 0 as held_minor, 0 as opening_minor from counted_sum as c
  union all
  select
    p.currency as currency,
    p.available_minor as available_minor,
    0 as held_minor,
    case when run.first_batch then p.opening_minor else 0 end as opening_minor
  from posted as p
  cross join settle_run as run
  union all
  select
    b.currency as currency,
    0 as available_minor,
    0 as held_minor,
    case when run.first_batch then 0 else b.closing_minor end as opening_minor
  from balance_before as b
  cross join settle_run as run
  union all
  select
    b.currency as currency,
    0 - b.available_minor as available_minor,
    0 - b.held_minor as held_minor,
    0 - b.opening_minor as opening_minor
  from balance as b
)
select
  p.currency as currency,
  cast(sum(p.available_minor) as bigint) as available_over,
  cast(sum(p.held_minor) as bigint) as held_over,
  cast(sum(p.opening_minor) as bigint) as opening_over
from part as p
group by p.currency
having cast(sum(p.available_minor) as bigint) <> 0
  or cast(sum(p.held_minor) as bigint) <> 0
  or cast(sum(p.opening_minor) as bigint) <> 0

-- reads: day_count
-- writes: nothing (one row when breaks carried in + new - closed are not those carried out)
-- why: a break that is no longer open must say why.
with summed as (
  select
    cast(coalesce(sum(d.entries) filter (where d.name in ('carried_in', 'carried_new')), 0) as bigint) as came,
    cast(coalesce(sum(d.entries) filter (where d.name in ('closed', 'carried_out')), 0) as bigint) as went
  from day_count as d
)
select s.came as came, s.went as went
from summed as s
where s.came <> s.went

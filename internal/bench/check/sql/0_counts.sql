-- As many rows of each source as the key has; with the next question this says
-- that no row was read twice.
with counted as (
  select x.reconciliation as reconciliation, x.source as source, sum(x.wanted) as wanted, sum(x.found) as found
  from (
    select k.reconciliation as reconciliation, k.source as source, 1 as wanted, 0 as found from key_row as k where k.class <> 'ignored'
    union all
    select e.reconciliation as reconciliation, e.source as source, 0 as wanted, 1 as found from entry as e
  ) as x
  group by x.reconciliation, x.source
)
select
  c.reconciliation as reconciliation,
  c.source as source,
  0 as line,
  cast(c.wanted as varchar) || ' rows' as wanted,
  cast(c.found as varchar) || ' rows' as found
from counted as c
where c.wanted <> c.found
order by reconciliation, source

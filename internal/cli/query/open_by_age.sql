-- title: Open breaks by age and reason, on the last day of each reconciliation
with last_day as (
  select d.reconciliation as reconciliation, max(d.date) as date
  from (select r.date, r.reconciliation from run as r union all select p.date, p.reconciliation from proof as p) as d
  where d.date <= cast($to as date)
  group by all
), aged as (
  select b.*, b.date - b.business_date as days
  from break as b
  join last_day as l on l.reconciliation = b.reconciliation and l.date = b.date
)
select
  a.reconciliation as reconciliation, a.date as date,
  case when a.days <= 1 then '0-1' when a.days <= 3 then '2-3' when a.days <= 7 then '4-7' when a.days <= 30 then '8-30' else '>30' end as days,
  a.reason as reason, a.currency as currency, count(*) as breaks, cast(sum(abs(a.difference_minor)) as bigint) as difference_minor
from aged as a
group by all
order by a.reconciliation, min(a.days), a.reason, a.currency

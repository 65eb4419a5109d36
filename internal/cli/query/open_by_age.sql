-- title: Open breaks by age and reason, on the last day of each reconciliation
with last_day as (
  select d.reconciliation as reconciliation, max(d.date) as date
  from (select r.date, r.reconciliation from run as r union all select p.date, p.reconciliation from proof as p) as d
  where d.date <= cast($to as date)
  group by all
), aged as (
  select
    b.*,
    case when b.date - b.business_date <= 1 then 1 when b.date - b.business_date <= 3 then 2 when b.date - b.business_date <= 7 then 3 when b.date - b.business_date <= 30 then 4 else 5 end as band
  from break as b
  join last_day as l on l.reconciliation = b.reconciliation and l.date = b.date
)
select
  a.reconciliation as reconciliation, a.date as date, list_extract(['0-1', '2-3', '4-7', '8-30', '>30'], a.band) as days,
  a.reason as reason, a.currency as currency, count(*) as breaks, cast(sum(abs(a.difference_minor)) as bigint) as difference_minor
from aged as a
group by a.reconciliation, a.date, a.band, a.reason, a.currency
order by a.reconciliation, a.band, a.reason, a.currency

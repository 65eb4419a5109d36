-- title: Pending breaks by the day on which they are due
with last_day as (
  select d.reconciliation as reconciliation, max(d.date) as date
  from (select r.date, r.reconciliation from run as r union all select p.date, p.reconciliation from proof as p) as d
  where d.date <= cast($to as date)
  group by all
)
select b.reconciliation as reconciliation, b.due_on as due_on, b.kind as kind, b.currency as currency, count(*) as breaks, cast(sum(abs(b.difference_minor)) as bigint) as difference_minor, min(b.first_seen) as oldest
from break as b
join last_day as l on l.reconciliation = b.reconciliation and l.date = b.date
where b.reason = 'pending'
group by all
order by b.due_on, b.reconciliation, b.kind, b.currency

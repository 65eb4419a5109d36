-- title: Open breaks with the most money, on the last day of each reconciliation
-- arg limit (number) = 20: how many breaks
with last_day as (
  select d.reconciliation as reconciliation, max(d.date) as date
  from (select r.date, r.reconciliation from run as r union all select p.date, p.reconciliation from proof as p) as d
  where d.date <= cast($to as date)
  group by all
)
select
  b.reconciliation as reconciliation, b.date as date, b.break_id as break_id, b.reason as reason, b.kind as kind, b.order_ref as order_ref, b.currency as currency,
  b.statement_minor as statement_minor, b.ledger_minor as ledger_minor, b.difference_minor as difference_minor, b.business_date as business_date, b.first_seen as first_seen,
  b.statement_file as statement_file, b.statement_line as statement_line, b.ledger_file as ledger_file, b.ledger_line as ledger_line
from break as b
join last_day as l on l.reconciliation = b.reconciliation and l.date = b.date
order by abs(b.difference_minor) desc nulls last, b.currency, b.break_id
limit $limit

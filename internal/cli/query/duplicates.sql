-- title: Orders that were paid, booked or refunded more than once and are still open
-- An order number names no customer.
with last_day as (
  select d.reconciliation as reconciliation, max(d.date) as date
  from (select r.date, r.reconciliation from run as r union all select p.date, p.reconciliation from proof as p) as d
  where d.date <= cast($to as date)
  group by all
)
select
  b.reconciliation as reconciliation, b.order_ref as order_ref, b.kind as kind, case when b.statement_minor is null then 'ledger' else 'statement' end as side, b.currency as currency,
  count(*) as surplus_rows, cast(sum(coalesce(b.statement_minor, b.ledger_minor)) as bigint) as surplus_minor, min(b.first_seen) as first_seen, string_agg(b.detail, '; ' order by b.break_id) as detail
from break as b
join last_day as l on l.reconciliation = b.reconciliation and l.date = b.date
where b.reason = 'duplicate'
group by all
order by abs(surplus_minor) desc, b.reconciliation, b.order_ref, b.kind, side, b.currency

-- The rows that stand in open breaks against the list of the key.
with found as (
  select
    o.reconciliation as reconciliation,
    o.source as source,
    o.line as line,
    o.side || ' ' || o.kind || ' ' || o.order_ref || ' ' || case when o.kind = 'refund' then o.refund_ref else '' end
      || ' ' || o.reason || ' ' || cast(o.business_date as varchar) || ' ' || cast(o.first_seen as varchar) as said
  from open_entry as o
),
wanted as (
  select
    k.reconciliation as reconciliation,
    k.source as source,
    k.line as line,
    k.side || ' ' || k.kind || ' ' || k.order_ref || ' ' || k.refund_ref || ' ' || k.reason || ' ' || k.business_date || ' ' || k.first_seen as said
  from key_open as k
),
counted as (
  select x.reconciliation as reconciliation, x.source as source, x.line as line, x.said as said, sum(x.wanted) as wanted, sum(x.found) as found
  from (
    select w.*, 1 as wanted, 0 as found from wanted as w
    union all
    select f.*, 0 as wanted, 1 as found from found as f
  ) as x
  group by x.reconciliation, x.source, x.line, x.said
)
select
  c.reconciliation as reconciliation,
  c.source as source,
  c.line as line,
  case when c.wanted > 0 then c.said else 'not open' end as wanted,
  case when c.found > 0 then c.said else 'not open' end as found
from counted as c
where c.wanted <> c.found
order by reconciliation, source, line, wanted, found

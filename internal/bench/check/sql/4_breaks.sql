-- breaks.csv against the list of the key: one line per break, a pair that
-- disagrees is one. Rows are named by kind, side and line.
with sided as (
  select b.reconciliation as reconciliation, 'statement' as side, b.statement_line as line, b.kind as kind, b.order_ref as order_ref, b.reason as reason
  from break_row as b
  where b.statement_line <> ''
  union all
  select b.reconciliation as reconciliation, 'ledger' as side, b.ledger_line as line, b.kind as kind, b.order_ref as order_ref, b.reason as reason
  from break_row as b
  where b.ledger_line <> '' and b.reason <> 'status'
),
counted as (
  select x.reconciliation as reconciliation, x.side as side, x.line as line, x.said as said, sum(x.wanted) as wanted, sum(x.found) as found
  from (
    select k.reconciliation as reconciliation, k.side as side, k.line as line, k.kind || ' ' || k.order_ref || ' ' || k.reason as said, 1 as wanted, 0 as found
    from key_open as k
    union all
    select s.reconciliation, s.side, cast(s.line as bigint), s.kind || ' ' || s.order_ref || ' ' || s.reason, 0, 1
    from sided as s
  ) as x
  group by x.reconciliation, x.side, x.line, x.said
)
select
  c.reconciliation as reconciliation,
  'breaks.csv ' || c.side as source,
  c.line as line,
  case when c.wanted > 0 then c.said else 'no break' end as wanted,
  case when c.found > 0 then c.said else 'no break' end as found
from counted as c
where c.wanted <> c.found
order by reconciliation, source, line, wanted, found

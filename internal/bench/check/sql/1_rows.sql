-- Every row of the key against every row that was read: it must be there once,
-- with its identity, and be matched on this night exactly when the key says so.
with called as (
  select
    e.reconciliation as reconciliation,
    e.side as side,
    e.source as source,
    e.line as line,
    e.kind as kind,
    e.order_ref as order_ref,
    case when e.kind = 'refund' then e.refund_ref else '' end as refund_ref,
    m.line is not null as is_matched
  from entry as e
  left join matched as m
    on m.reconciliation = e.reconciliation and m.side = e.side and m.file_no = e.file_no and m.line = e.line
),
wanted as (
  select k.* from key_row as k where k.class <> 'ignored'
)
select
  coalesce(k.reconciliation, c.reconciliation) as reconciliation,
  coalesce(k.source, c.source) as source,
  coalesce(k.line, c.line) as line,
  coalesce(k.kind || ' ' || k.order_ref || ' ' || k.refund_ref || ' ' || k.class, 'no such row') as wanted,
  coalesce(c.kind || ' ' || c.order_ref || ' ' || c.refund_ref || case when c.is_matched then ' matched' else ' not matched' end, 'no such row') as found
from wanted as k
full outer join called as c on c.reconciliation = k.reconciliation and c.source = k.source and c.line = k.line
where k.line is null
  or c.line is null
  or k.side <> c.side
  or k.kind <> c.kind
  or k.order_ref <> c.order_ref
  or k.refund_ref <> c.refund_ref
  or (k.class = 'matched') <> c.is_matched
order by reconciliation, source, line, found

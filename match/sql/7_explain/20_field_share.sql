-- reads: entry
-- writes: field_share (one row per field of own payments: how many of them hold a statement's order_ref there)
-- why: names the field whose column should have been order_ref.
create table field_share as
with theirs as (
  select e.order_ref as order_ref
  from entry as e
  where e.side = 'statement' and e.kind = 'payment' and e.order_ref <> ''
  group by e.order_ref
),
ours as (
  select 'entry_id' as field, e.own_id as number from entry as e where e.side = 'ledger' and e.kind = 'payment'
  union all
  select 'order_no' as field, e.order_no as number from entry as e where e.side = 'ledger' and e.kind = 'payment'
  union all
  select 'ref' as field, e.ref as number from entry as e where e.side = 'ledger' and e.kind = 'payment'
  union all
  select 'batch_ref' as field, e.batch_ref as number from entry as e where e.side = 'ledger' and e.kind = 'payment'
  union all
  select 'payee' as field, e.payee as number from entry as e where e.side = 'ledger' and e.kind = 'payment'
)
select o.field as field, count(*) as entries, count(*) filter (where t.order_ref is not null) as joining
from ours as o
left join theirs as t on t.order_ref = o.number
group by o.field

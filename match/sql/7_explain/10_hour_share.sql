-- reads: entry, open_entry, own_kind, run
-- writes: hour_share (one row per side and hour, as its first epoch microsecond: today's rows, and those that are missing or extra)
-- why: an export that was cut off lacks the last hours, not a share of every hour.
create table hour_share as
with item as (
  select e.side as side, e.occurred_at - mod(e.occurred_at, 3600000000) as hour_from, 1 as entries, 0 as alone
  from entry as e
  left join own_kind as k on k.kind = e.kind
  where (e.side = 'statement' and k.kind is not null)
    or (e.side = 'ledger' and e.status <> 'pending' and e.status <> 'closed')
  union all
  select o.side as side, o.occurred_at - mod(o.occurred_at, 3600000000) as hour_from, 0 as entries, 1 as alone
  from open_entry as o
  join run on run.business_date = o.arrived_on
  where o.reason in ('missing', 'extra')
)
select
  i.side as side,
  i.hour_from as hour_from,
  cast(sum(i.entries) as bigint) as entries,
  cast(sum(i.alone) as bigint) as alone
from item as i
group by i.side, i.hour_from

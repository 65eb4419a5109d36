-- reads: entry_total, repeated, open_entry, run
-- writes: side_share (one row per side and currency: today's rows of the pool, and those of them that are missing or extra)
-- why: a half file shows in the rows of the other side that find no partner. Rows that are
-- not due are none of them.
create table side_share as
with item as (
  select t.side as side, t.currency as currency, t.entries as entries, t.moved_minor as moved_minor, 0 as alone, 0 as alone_minor
  from entry_total as t
  where t.claims and not t.by_nature
  union all
  select 'ledger' as side, r.currency as currency, -1 as entries, 0 - abs(r.gross_minor) as moved_minor, 0 as alone, 0 as alone_minor
  from repeated as r
  union all
  select o.side as side, o.currency as currency, 0 as entries, 0 as moved_minor, 1 as alone, abs(o.gross_minor) as alone_minor
  from open_entry as o
  join run on run.business_date = o.arrived_on
  where o.reason in ('missing', 'extra')
)
select
  i.side as side,
  i.currency as currency,
  cast(sum(i.entries) as bigint) as entries,
  cast(sum(i.moved_minor) as bigint) as moved_minor,
  cast(sum(i.alone) as bigint) as alone,
  cast(sum(i.alone_minor) as bigint) as alone_minor
from item as i
group by i.side, i.currency

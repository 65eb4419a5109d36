-- reads: counted_entry, held_entry, held_before
-- writes: kind_sum (one row per payee, currency and kind: what counts now, what is held now)
-- why: the one pass over everything that is new. moved_minor is what the roll-forward
-- shows: money that was held before was shown then.
create table kind_sum as
with counted as (
  select
    c.payee as payee,
    c.currency as currency,
    c.kind as kind,
    count(*) as entries,
    cast(sum(c.change_minor) as bigint) as counted_minor,
    0 as held_minor,
    0 as held_before_minor
  from counted_entry as c
  group by c.payee, c.currency, c.kind
),
part as (
  select c.* from counted as c
  union all
  select h.payee as payee, h.currency as currency, h.kind as kind, 1 as entries, 0 as counted_minor, h.amount_minor as held_minor, 0 as held_before_minor
  from held_entry as h
  union all
  select b.payee as payee, b.currency as currency, b.kind as kind, 0 as entries, 0 as counted_minor, 0 as held_minor, b.amount_minor as held_before_minor
  from held_before as b
)
select
  p.payee as payee,
  p.currency as currency,
  p.kind as kind,
  cast(sum(p.entries) as bigint) as entries,
  cast(sum(p.counted_minor) as bigint) as counted_minor,
  cast(sum(p.held_minor) as bigint) as held_minor,
  cast(sum(p.counted_minor + p.held_minor - p.held_before_minor) as bigint) as moved_minor
from part as p
group by p.payee, p.currency, p.kind

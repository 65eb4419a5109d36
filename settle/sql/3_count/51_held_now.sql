-- reads: held_entry, held_before
-- writes: held_now (one row per account with entries held now or before: what is held, and by how much that moved)
-- why: the roll-forward shows money once, when it is first held, and not when it counts.
create table held_now as
with part as (
  select h.payee as payee, h.currency as currency, h.kind as kind, 1 as entries, h.amount_minor as held_minor, h.amount_minor as moved_minor
  from held_entry as h
  union all
  select b.payee as payee, b.currency as currency, b.kind as kind, 0 as entries, 0 as held_minor, 0 - b.amount_minor as moved_minor
  from held_before as b
)
select
  p.payee as payee,
  p.currency as currency,
  cast(sum(p.entries) as bigint) as entries,
  cast(sum(p.held_minor) as bigint) as held_minor,
  cast(coalesce(sum(p.moved_minor) filter (where p.kind = 'sale'), 0) as bigint) as sale_minor,
  cast(coalesce(sum(p.moved_minor) filter (where p.kind in ('adjustment', 'external_payout')), 0) as bigint) as adjustment_minor,
  cast(coalesce(sum(p.moved_minor) filter (where p.kind in ('refund', 'chargeback')), 0) as bigint) as refund_minor,
  cast(coalesce(sum(p.moved_minor) filter (where p.kind = 'fee'), 0) as bigint) as fee_minor
from part as p
group by p.payee, p.currency

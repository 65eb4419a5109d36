-- reads: account, kind_sum, counted_sum, posted, balance_before, settle_run
-- writes: balance (one row per account before the payouts of this batch)
-- why: available_minor is what could be paid: all that counts, and all our postings. It is
-- summed in one go, so that only a result beyond 64 bits is an error. The other
-- columns are the terms of the roll-forward.
create table balance as
with part as (
  select k.payee as payee, k.currency as currency, k.counted_minor as minor from kind_sum as k
  union all
  select c.payee as payee, c.currency as currency, c.counted_minor as minor from counted_sum as c
  union all
  select p.payee as payee, p.currency as currency, p.available_minor as minor from posted as p
),
available as (
  select p.payee as payee, p.currency as currency, cast(sum(p.minor) as bigint) as minor
  from part as p
  group by p.payee, p.currency
),
moved as (
  select
    k.payee as payee,
    k.currency as currency,
    cast(sum(k.held_minor) as bigint) as held_minor,
    cast(coalesce(sum(k.moved_minor) filter (where k.kind = 'sale'), 0) as bigint) as earned_minor,
    cast(coalesce(sum(k.moved_minor) filter (where k.kind in ('adjustment', 'external_payout')), 0) as bigint) as adjustments_minor,
    cast(0 - coalesce(sum(k.moved_minor) filter (where k.kind in ('refund', 'chargeback')), 0) as bigint) as refunds_minor,
    cast(0 - coalesce(sum(k.moved_minor) filter (where k.kind = 'fee'), 0) as bigint) as fees_minor
  from kind_sum as k
  group by k.payee, k.currency
)
select
  a.payee as payee,
  a.currency as currency,
  case when run.first_batch then coalesce(p.opening_minor, 0) else coalesce(b.closing_minor, 0) end as opening_minor,
  coalesce(m.earned_minor, 0) as earned_minor,
  coalesce(m.adjustments_minor, 0) as adjustments_minor,
  coalesce(m.refunds_minor, 0) as refunds_minor,
  coalesce(m.fees_minor, 0) as fees_minor,
  coalesce(p.paid_since_minor, 0) as paid_since_minor,
  coalesce(p.returned_since_minor, 0) as returned_minor,
  coalesce(v.minor, 0) as available_minor,
  coalesce(m.held_minor, 0) as held_minor
from account as a
left join available as v on v.payee = a.payee and v.currency = a.currency
left join moved as m on m.payee = a.payee and m.currency = a.currency
left join posted as p on p.payee = a.payee and p.currency = a.currency
left join balance_before as b on b.payee = a.payee and b.currency = a.currency
cross join settle_run as run

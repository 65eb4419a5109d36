-- reads: counted_entry
-- writes: counted_now (one row per account that this batch counts entries of: their sums by column of the roll-forward)
-- why: the one pass over everything that is new.
create table counted_now as
select
  c.payee as payee,
  c.currency as currency,
  count(*) as entries,
  cast(sum(c.change_minor) as bigint) as counted_minor,
  cast(coalesce(sum(c.change_minor) filter (where c.kind = 'sale'), 0) as bigint) as sale_minor,
  cast(coalesce(sum(c.change_minor) filter (where c.kind in ('adjustment', 'external_payout')), 0) as bigint) as adjustment_minor,
  cast(coalesce(sum(c.change_minor) filter (where c.kind in ('refund', 'chargeback')), 0) as bigint) as refund_minor,
  cast(coalesce(sum(c.change_minor) filter (where c.kind = 'fee'), 0) as bigint) as fee_minor
from counted_entry as c
group by c.payee, c.currency

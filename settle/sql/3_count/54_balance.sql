-- reads: account, counted_now, held_now, counted_sum, posted, balance_before, settle_run
-- writes: balance (one row per account before the payouts of this batch)
-- why: available_minor is what could be paid: all that counts, and all our postings. The
-- other columns are the terms of the roll-forward.
create table balance as
select
  a.payee as payee,
  a.currency as currency,
  case when run.first_batch then coalesce(p.opening_minor, 0) else coalesce(b.closing_minor, 0) end as opening_minor,
  coalesce(n.sale_minor, 0) + coalesce(h.sale_minor, 0) as earned_minor,
  coalesce(n.adjustment_minor, 0) + coalesce(h.adjustment_minor, 0) as adjustments_minor,
  0 - coalesce(n.refund_minor, 0) - coalesce(h.refund_minor, 0) as refunds_minor,
  0 - coalesce(n.fee_minor, 0) - coalesce(h.fee_minor, 0) as fees_minor,
  coalesce(p.paid_since_minor, 0) as paid_since_minor,
  coalesce(p.returned_since_minor, 0) as returned_minor,
  coalesce(s.counted_minor, 0) + coalesce(p.available_minor, 0) + coalesce(n.counted_minor, 0) as available_minor,
  coalesce(h.held_minor, 0) as held_minor
from account as a
left join counted_now as n on n.payee = a.payee and n.currency = a.currency
left join held_now as h on h.payee = a.payee and h.currency = a.currency
left join counted_sum as s on s.payee = a.payee and s.currency = a.currency
left join posted as p on p.payee = a.payee and p.currency = a.currency
left join balance_before as b on b.payee = a.payee and b.currency = a.currency
cross join settle_run as run

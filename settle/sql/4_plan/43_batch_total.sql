-- reads: payout_plan
-- writes: batch_total (one row per currency that is paid)
-- why: what a person approves, and what later batches are compared with.
create table batch_total as
select
  p.currency as currency,
  count(*) as payouts,
  cast(sum(p.amount_minor) as bigint) as amount_minor,
  max(p.amount_minor) as largest_minor,
  count(*) filter (where p.status = 'review') as reviews
from payout_plan as p
group by p.currency

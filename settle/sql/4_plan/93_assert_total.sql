-- reads: payee_balance, payout_plan, batch_total, balance
-- writes: nothing (currencies in which balances and payouts are not what was there before)
-- why: paying moves money and makes none.
with part as (
  select b.currency as currency, b.available_minor as minor, 0 as payouts, 0 as paid_minor from balance as b
  union all
  select b.currency as currency, b.held_minor as minor, 0 as payouts, 0 as paid_minor from balance as b
  union all
  select c.currency as currency, 0 - c.closing_minor as minor, 0 as payouts, 0 as paid_minor from payee_balance as c
  union all
  select p.currency as currency, 0 - p.amount_minor as minor, -1 as payouts, 0 - p.amount_minor as paid_minor from payout_plan as p
  union all
  select t.currency as currency, 0 as minor, t.payouts as payouts, t.amount_minor as paid_minor from batch_total as t
)
select
  p.currency as currency,
  cast(sum(p.minor) as bigint) as minor_over,
  cast(sum(p.payouts) as bigint) as payouts_over,
  cast(sum(p.paid_minor) as bigint) as paid_over
from part as p
group by p.currency
having cast(sum(p.minor) as bigint) <> 0 or cast(sum(p.payouts) as bigint) <> 0 or cast(sum(p.paid_minor) as bigint) <> 0

-- reads: balance, payout_plan
-- writes: payee_balance (one row per account: the roll-forward, and what the closing balance consists of)
-- why: closing follows from what moved; the laws hold it against what there is.
create table payee_balance as
with paid as (
  select
    b.*,
    coalesce(p.amount_minor, 0) as payout_minor,
    b.paid_since_minor + coalesce(p.amount_minor, 0) as paid_minor
  from balance as b
  left join payout_plan as p on p.payee = b.payee and p.currency = b.currency
)
select
  b.payee as payee,
  b.currency as currency,
  b.opening_minor as opening_minor,
  b.earned_minor as earned_minor,
  b.adjustments_minor as adjustments_minor,
  b.refunds_minor as refunds_minor,
  b.fees_minor as fees_minor,
  cast(0 as bigint) as withheld_minor,
  b.paid_minor as paid_minor,
  b.returned_minor as returned_minor,
  b.opening_minor + b.earned_minor + b.adjustments_minor - b.refunds_minor - b.fees_minor - b.paid_minor + b.returned_minor as closing_minor,
  b.available_minor - b.payout_minor as available_minor,
  b.held_minor as held_minor,
  cast(0 as bigint) as reserve_minor
from paid as b

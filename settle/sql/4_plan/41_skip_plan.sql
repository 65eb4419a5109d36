-- reads: verdict
-- writes: skip_plan (one row per account that is not paid now, and why)
-- why: amount_minor is what is available, negative if the payee owes. A payout in review
-- stands in both plans.
create table skip_plan as
select
  v.payee as payee,
  v.currency as currency,
  v.reason as reason,
  v.available_minor as amount_minor,
  v.detail as detail
from verdict as v
where v.reason <> ''

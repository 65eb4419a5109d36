-- reads: verdict, payee
-- writes: payout_plan (one row per payout: all that is available; item counts from 1)
-- why: a payout in review is made like any other, and goes into no file until a person
-- says so.
create table payout_plan as
select
  row_number() over (order by v.payee nulls last, v.currency nulls last) as item,
  v.payee as payee,
  v.currency as currency,
  v.available_minor as amount_minor,
  p.rail as rail,
  case when v.reason = 'review' then 'review' else 'pending' end as status,
  v.detail as why,
  p.fingerprint as fingerprint,
  p.last_four as last_four
from verdict as v
join payee as p on p.payee = v.payee and p.currency = v.currency
where v.reason in ('', 'review')

-- reads: payout_plan, skip_plan, balance, currency_rule, payee, in_part
-- writes: nothing (payouts that must not be)
-- why: whatever the verdict says, nobody is paid more than is available, below the
-- minimum, frozen, to another destination than the payee file's, or a second time.
with paid as (
  select i.payee as payee, i.currency as currency
  from in_part as i
  group by i.payee, i.currency
),
reviewed as (
  select s.payee as payee, s.currency as currency, s.amount_minor as amount_minor
  from skip_plan as s
  where s.reason = 'review'
)
select
  coalesce(p.payee, s.payee) as payee,
  coalesce(p.currency, s.currency) as currency,
  p.amount_minor as amount_minor,
  p.status as status,
  b.available_minor as available_minor
from payout_plan as p
full outer join reviewed as s on s.payee = p.payee and s.currency = p.currency
left join balance as b on b.payee = p.payee and b.currency = p.currency
left join currency_rule as r on r.currency = p.currency
left join payee as e on e.payee = p.payee and e.currency = p.currency
left join paid as i on i.payee = p.payee and i.currency = p.currency
where p.payee is null
  or (s.payee is null) <> (p.status = 'pending')
  or coalesce(s.amount_minor, p.amount_minor) <> p.amount_minor
  or p.amount_minor <= 0
  or b.available_minor is distinct from p.amount_minor
  or r.minimum_minor is null
  or p.amount_minor < r.minimum_minor
  or coalesce(e.frozen, true)
  or e.fingerprint is distinct from p.fingerprint
  or e.rail is distinct from p.rail
  or i.payee is not null
  or (p.status <> 'pending' and p.status <> 'review')
  or (p.status = 'pending' and r.maximum_minor < p.amount_minor)

-- reads: account, in_part, payout_plan, skip_plan, payee_balance
-- writes: nothing (accounts that are not in exactly one balance and one plan)
-- why: everybody who is listed is paid or told why not. Whoever an earlier part pays is in
-- no plan; a payout in review is in both.
with place as (
  select b.payee as payee, b.currency as currency, 1 as balances, 0 as plans from payee_balance as b
  union all
  select p.payee as payee, p.currency as currency, 0 as balances, 1 as plans from payout_plan as p
  union all
  select s.payee as payee, s.currency as currency, 0 as balances, 1 as plans from skip_plan as s where s.reason <> 'review'
  union all
  select i.payee as payee, i.currency as currency, 0 as balances, 1 as plans
  from (
    select n.payee as payee, n.currency as currency
    from in_part as n
    group by n.payee, n.currency
  ) as i
  join account as a on a.payee = i.payee and a.currency = i.currency
),
placed as (
  select p.payee as payee, p.currency as currency, cast(sum(p.balances) as bigint) as balances, cast(sum(p.plans) as bigint) as plans
  from place as p
  group by p.payee, p.currency
)
select
  coalesce(a.payee, p.payee) as payee,
  coalesce(a.currency, p.currency) as currency,
  p.balances as balances,
  p.plans as plans
from account as a
full outer join placed as p on p.payee = a.payee and p.currency = a.currency
where a.payee is null or p.balances is distinct from 1 or p.plans is distinct from 1

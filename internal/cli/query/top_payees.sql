-- title: Payees by what was paid out to them
-- arg limit (number) = 20: how many payees
select
  p.currency as currency, p.payee as payee, count(*) as payouts, cast(sum(p.amount_minor) as bigint) as amount_minor, min(p.period) as first_period, max(p.period) as last_period
from payout as p
where p.status = 'paid' and p.date between cast($from as date) and cast($to as date)
group by all
order by amount_minor desc, p.currency, p.payee
limit $limit

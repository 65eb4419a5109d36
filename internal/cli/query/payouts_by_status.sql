-- title: Payouts by period, currency and status
select p.period as period, p.currency as currency, p.status as status, count(*) as payouts, cast(sum(p.amount_minor) as bigint) as amount_minor, count(*) filter (where p.unclear) as unclear
from payout as p
where p.date between cast($from as date) and cast($to as date)
group by all
order by p.period, p.currency, p.status

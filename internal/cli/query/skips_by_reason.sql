-- title: Who is not paid and why, by batch
select s.batch_id as batch_id, s.reason as reason, s.currency as currency, count(*) as payees, cast(sum(s.amount_minor) as bigint) as amount_minor
from payout_skip as s
where s.date between cast($from as date) and cast($to as date)
group by all
order by s.batch_id, s.reason, s.currency

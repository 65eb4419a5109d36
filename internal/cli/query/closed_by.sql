-- title: How breaks ended: by which rule or decision, and after how many days
select c.reconciliation as reconciliation, c.how as how, coalesce(nullif(c.rule, ''), c.decision) as rule_or_decision, c.reason as reason, count(*) as breaks, quantile_disc(c.date - c.first_seen, 0.5) as median_days
from closed as c
where c.date between cast($from as date) and cast($to as date)
group by all
order by c.reconciliation, c.how, rule_or_decision, c.reason

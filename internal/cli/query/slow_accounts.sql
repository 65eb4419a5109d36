-- title: Accounts by how long their breaks stay open
-- Days from the day a break was first open to the day a row or a person closed it.
with account as (
  select b.break_id as break_id, arg_max(b.provider, b.date) as provider, arg_max(b.account_last4, b.date) as account_last4
  from break as b
  group by all
)
select
  c.reconciliation as reconciliation, a.provider as provider, a.account_last4 as account_last4,
  count(*) as closed, quantile_disc(c.date - c.first_seen, 0.5) as median_days, quantile_disc(c.date - c.first_seen, 0.9) as days_of_nine_in_ten, max(c.date - c.first_seen) as most_days
from closed as c
join account as a on a.break_id = c.break_id
where c.date between cast($from as date) and cast($to as date)
group by all
order by median_days desc, most_days desc, c.reconciliation, a.provider, a.account_last4

-- reads: settle_run, posted, balance_before
-- writes: nothing (rows that stand twice where there is one, and a run that is none)
-- why: a row that is there twice would double somebody's money in every join.
with given as (
  select 'settle_run' as name, '' as payee, '' as currency from settle_run as r
  union all
  select 'posted' as name, p.payee as payee, p.currency as currency from posted as p
  union all
  select 'balance_before' as name, b.payee as payee, b.currency as currency from balance_before as b
)
select g.name as name, g.payee as payee, g.currency as currency, count(*) as rows_given
from given as g
group by g.name, g.payee, g.currency
having 1 < count(*)
union all
select 'settle_run' as name, r.period as payee, r.on_open_break as currency, 1 as rows_given
from settle_run as r
where r.cutoff <= r.start_at
  or (r.on_open_break <> 'hold_entry' and r.on_open_break <> 'hold_payee' and r.on_open_break <> 'ignore')

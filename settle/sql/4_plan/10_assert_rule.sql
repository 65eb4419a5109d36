-- reads: currency_rule, payee
-- writes: nothing (currencies with two rules, payees with two destinations in a currency)
-- why: nobody could say which of them holds, and one balance would be paid twice.
with given as (
  select 'currency_rule' as name, '' as payee, c.currency as currency from currency_rule as c
  union all
  select 'payee' as name, p.payee as payee, p.currency as currency from payee as p
)
select g.name as name, g.payee as payee, g.currency as currency, count(*) as rows_given
from given as g
group by g.name, g.payee, g.currency
having 1 < count(*)

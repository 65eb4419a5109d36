-- reads: counted_now, held_now, counted_sum, posted, balance_before, change_row
-- writes: account (one row per payee and currency that is listed)
-- why: whoever has or had an entry that counts, a balance or a payout is in the batch,
-- paid or not, so that no money is out of sight.
create table account as
with listed as (
  select c.payee as payee, c.currency as currency from counted_now as c
  union all
  select h.payee as payee, h.currency as currency from held_now as h
  union all
  select c.payee as payee, c.currency as currency from counted_sum as c
  union all
  select p.payee as payee, p.currency as currency
  from posted as p
  where p.had_payout
    or p.available_minor <> 0
    or p.opening_minor <> 0
    or p.paid_since_minor <> 0
    or p.returned_since_minor <> 0
  union all
  select b.payee as payee, b.currency as currency from balance_before as b where b.closing_minor <> 0
  union all
  select c.payee as payee, c.currency as currency from change_row as c where c.in_time
)
select l.payee as payee, l.currency as currency
from listed as l
group by l.payee, l.currency

-- reads: counted_before
-- writes: counted_sum (one row per payee and currency that counted before)
-- why: what counted before counts for ever.
create table counted_sum as
select c.payee as payee, c.currency as currency, cast(sum(c.change_minor) as bigint) as counted_minor
from counted_before as c
group by c.payee, c.currency

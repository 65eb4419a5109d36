-- reads: hold_candidate
-- writes: held_order (one row per payee, currency and order whose entries are held)
-- why: an order is held as a whole, and only while that makes the payee's balance
-- smaller: holding a refund back would pay more.
create table held_order as
select c.payee as payee, c.currency as currency, c.order_ref as order_ref
from hold_candidate as c
group by c.payee, c.currency, c.order_ref
having 0 < cast(sum(c.amount_minor) as bigint)

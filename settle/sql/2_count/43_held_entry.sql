-- reads: hold_candidate, held_order
-- writes: held_entry (one row per new entry that is held)
-- why: it does not count until nothing holds it any more; each batch asks again.
create table held_entry as
select c.*
from hold_candidate as c
join held_order as o on o.payee = c.payee and o.currency = c.currency and o.order_ref = c.order_ref

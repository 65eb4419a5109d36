-- reads: held_order, held_entry
-- writes: nothing (orders of which what is held is not more than nothing)
-- why: holding back must never pay more.
select o.payee as payee, o.currency as currency, o.order_ref as order_ref, cast(coalesce(sum(h.amount_minor), 0) as bigint) as held_minor
from held_order as o
left join held_entry as h on h.payee = o.payee and h.currency = o.currency and h.order_ref = o.order_ref
group by o.payee, o.currency, o.order_ref
having cast(coalesce(sum(h.amount_minor), 0) as bigint) <= 0

-- reads: hold_candidate, held_order
-- writes: held_entry (one row per new entry that is held)
-- why: it does not count until nothing holds it any more; each batch asks again.
create table held_entry as
select
  c.entry_id as entry_id,
  c.payee as payee,
  c.currency as currency,
  c.kind as kind,
  c.amount_minor as amount_minor,
  c.occurred_at as occurred_at,
  c.order_ref as order_ref,
  c.reconciliation as reconciliation,
  c.reason as reason,
  c.break_id as break_id
from hold_candidate as c
join held_order as o on o.payee = c.payee and o.currency = c.currency and o.order_ref = c.order_ref

-- reads: news, held_order
-- writes: held_entry (one row per new entry that is held)
-- why: it does not count until nothing holds it any more; each batch asks again.
create table held_entry as
select
  n.entry_id as entry_id,
  n.payee as payee,
  n.currency as currency,
  n.kind as kind,
  n.amount_minor as amount_minor,
  n.occurred_at as occurred_at,
  n.order_ref as order_ref,
  o.reconciliation as reconciliation,
  o.reason as reason,
  o.break_id as break_id
from news as n
join held_order as o on o.payee = n.payee and o.currency = n.currency and o.order_ref = n.order_ref
where n.is_new and (o.is_whole or n.kind in ('sale', 'refund', 'chargeback'))

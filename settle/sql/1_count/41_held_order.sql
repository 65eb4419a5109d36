-- reads: news, order_hold, unreconciled_ok, settle_run
-- writes: held_order (one row per payee, currency and order whose uncounted entries are held)
-- why: an order is held as a whole, and only while that makes the payee's balance
-- smaller: holding a refund back would pay more. Beside open breaks, an excepted
-- reconciliation holds the sales, refunds and chargebacks that no other one has seen.
create table held_order as
with seen as (
  select u.order_ref as order_ref
  from unreconciled_ok as u
  where u.order_ref <> ''
  group by u.order_ref
)
select
  n.payee as payee,
  n.currency as currency,
  n.order_ref as order_ref,
  h.reconciliation as reconciliation,
  h.reason as reason,
  h.break_id as break_id,
  true as is_whole
from news as n
join order_hold as h on h.order_ref = n.order_ref
where n.is_new
group by n.payee, n.currency, n.order_ref, h.reconciliation, h.reason, h.break_id
having 0 < cast(sum(n.amount_minor) as bigint)
union all
select
  n.payee as payee,
  n.currency as currency,
  n.order_ref as order_ref,
  '' as reconciliation,
  'unreconciled' as reason,
  '' as break_id,
  false as is_whole
from news as n
cross join settle_run as run
left join order_hold as h on h.order_ref = n.order_ref
left join seen as u on u.order_ref = n.order_ref
where run.has_exception
  and n.is_new
  and n.kind in ('sale', 'refund', 'chargeback')
  and h.order_ref is null
  and u.order_ref is null
group by n.payee, n.currency, n.order_ref
having 0 < cast(sum(n.amount_minor) as bigint)

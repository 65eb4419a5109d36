-- reads: news, order_hold, unreconciled_ok, settle_run
-- writes: hold_candidate (one row per new entry of an order that may be held)
-- why: what open breaks ask for goes first. Beside them, an excepted reconciliation holds
-- the sales, refunds and chargebacks of orders that no other one has seen.
create table hold_candidate as
with seen as (
  select u.order_ref as order_ref
  from unreconciled_ok as u
  where u.order_ref <> ''
  group by u.order_ref
)
select
  n.file_no as file_no,
  n.line as line,
  n.entry_id as entry_id,
  n.payee as payee,
  n.currency as currency,
  n.kind as kind,
  n.amount_minor as amount_minor,
  n.occurred_at as occurred_at,
  n.order_ref as order_ref,
  h.reconciliation as reconciliation,
  h.reason as reason,
  h.break_id as break_id
from news as n
join order_hold as h on h.order_ref = n.order_ref
where n.is_new
union all
select
  n.file_no as file_no,
  n.line as line,
  n.entry_id as entry_id,
  n.payee as payee,
  n.currency as currency,
  n.kind as kind,
  n.amount_minor as amount_minor,
  n.occurred_at as occurred_at,
  n.order_ref as order_ref,
  '' as reconciliation,
  'unreconciled' as reason,
  '' as break_id
from news as n
cross join settle_run as run
left join order_hold as h on h.order_ref = n.order_ref
left join seen as s on s.order_ref = n.order_ref
where run.has_exception
  and n.is_new
  and n.kind in ('sale', 'refund', 'chargeback')
  and h.order_ref is null
  and s.order_ref is null

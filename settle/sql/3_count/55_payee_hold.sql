-- reads: current_entry, hold_ref, settle_run
-- writes: payee_hold (one row per account that hold_payee holds: the first order and its break)
-- why: as long as a break of one of its orders is open, the account is not paid, also
-- when the entries counted in an earlier batch: counting them closed no break.
create table payee_hold as
with numbered as (
  select
    e.payee as payee,
    e.currency as currency,
    h.order_ref as order_ref,
    h.reconciliation as reconciliation,
    h.reason as reason,
    row_number() over (
      partition by e.payee, e.currency
      order by
        h.order_ref nulls last,
        h.reconciliation nulls last,
        h.reason nulls last,
        h.break_id nulls last,
        e.entry_id nulls last
    ) as n
  from current_entry as e
  join hold_ref as h on h.order_ref = e.order_ref
  cross join settle_run as run
  where run.on_open_break = 'hold_payee'
    and h.order_ref <> ''
    and e.status = 'confirmed'
    and run.start_at <= e.occurred_at
    and e.occurred_at < run.cutoff
)
select
  n.payee as payee,
  n.currency as currency,
  n.order_ref as order_ref,
  n.reconciliation as reconciliation,
  n.reason as reason
from numbered as n
where n.n = 1

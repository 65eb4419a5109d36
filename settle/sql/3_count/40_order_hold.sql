-- reads: hold_ref, settle_run
-- writes: order_hold (one row per order whose entries an open break may hold: the break that is named)
-- why: an order can have several breaks; one is enough, always the same one.
create table order_hold as
with numbered as (
  select
    h.*,
    row_number() over (
      partition by h.order_ref
      order by h.reconciliation nulls last, h.reason nulls last, h.break_id nulls last
    ) as n
  from hold_ref as h
  cross join settle_run as run
  where h.order_ref <> '' and run.on_open_break = 'hold_entry'
)
select h.order_ref as order_ref, h.reconciliation as reconciliation, h.reason as reason, h.break_id as break_id
from numbered as h
where h.n = 1

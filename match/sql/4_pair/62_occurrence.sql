-- reads: namesake, whole_row, past_day, run
-- writes: occurrence (one row per row of namesake: which of the rows with its numbers it is)
-- why: they are counted in the order of all their columns, whatever line they stand in.
create table occurrence as
with twin as (
  select
    run.business_date as arrived_on,
    e.file_no,
    e.line,
    e.side,
    e.source,
    e.provider,
    e.own_id,
    e.kind,
    e.status,
    e.order_ref,
    e.order_no,
    e.ref,
    e.refund_ref,
    e.batch_ref,
    e.key_hash,
    e.key_check,
    e.currency,
    e.gross_minor,
    e.adjust_minor,
    e.fee_minor,
    e.net_minor,
    e.occurred_at,
    e.business_date,
    e.booking_date,
    e.value_date,
    e.payee
  from whole_row as e
  join namesake as n on n.file_no = e.file_no and n.line = e.line
  join run on run.business_date = n.arrived_on
  union all
  select
    h.arrived_on,
    h.file_no,
    h.line,
    h.side,
    h.source,
    h.provider,
    h.own_id,
    h.kind,
    h.status,
    h.order_ref,
    h.order_no,
    h.ref,
    h.refund_ref,
    h.batch_ref,
    h.key_hash,
    h.key_check,
    h.currency,
    h.gross_minor,
    h.adjust_minor,
    h.fee_minor,
    h.net_minor,
    h.occurred_at,
    h.business_date,
    h.booking_date,
    h.value_date,
    h.payee
  from past_day as h
  join namesake as n on n.arrived_on = h.arrived_on and n.file_no = h.file_no and n.line = h.line
)
select
  t.arrived_on as arrived_on,
  t.file_no as file_no,
  t.line as line,
  row_number() over (
    partition by t.arrived_on, t.source, t.kind, t.ref, t.refund_ref
    order by
      t.order_ref nulls first, t.order_no nulls first, t.batch_ref nulls first, t.currency nulls first,
      t.gross_minor nulls first, t.adjust_minor nulls first, t.fee_minor nulls first, t.net_minor nulls first,
      t.occurred_at nulls first, t.business_date nulls first, t.booking_date nulls first, t.value_date nulls first,
      t.payee nulls first, t.provider nulls first, t.own_id nulls first, t.status nulls first,
      t.file_no nulls first, t.line nulls first
  ) as occurrence
from twin as t

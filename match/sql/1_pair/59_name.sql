-- reads: fate, pool, entry, history_entry, reopened_row, run
-- writes: name (one row per row of pool that stays open and has no entry id: what its id is made of)
-- why: rows of one statement that carry the same numbers are told apart by their
-- occurrence, counted in the order of all their columns, whatever line they stand in.
create table name as
with bare as (
  select p.n as n, p.side as side, p.arrived_on as arrived_on, p.file_no as file_no, p.line as line, p.source as source, p.own_id as own_id, p.kind as kind, p.ref as ref, p.refund_ref as refund_ref
  from pool as p
  join fate as f on f.n = p.n
  where p.entry_id = ''
),
twin as (
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
  from entry as e
  cross join run
  where e.side = 'statement'
    and e.ref in (
      select b.ref
      from bare as b
      join run on run.business_date = b.arrived_on
      where b.side = 'statement'
    )
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
  from history_entry as h
  where h.side = 'statement'
    and h.ref in (
      select b.ref
      from bare as b
      join reopened_row as r on r.arrived_on = b.arrived_on and r.file_no = b.file_no and r.line = b.line
    )
),
turned as (
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
)
select
  b.n as n,
  b.side as side,
  b.arrived_on as arrived_on,
  b.source as source,
  b.own_id as own_id,
  b.kind as kind,
  b.ref as ref,
  b.refund_ref as refund_ref,
  coalesce(t.occurrence, 1) as occurrence
from bare as b
left join turned as t on t.arrived_on = b.arrived_on and t.file_no = b.file_no and t.line = b.line

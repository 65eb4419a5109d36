-- reads: rest, whole_row, again, standing, reopened_row, run
-- writes: pool_row (one row per entry of the pool that the plain join did not settle, all columns)
-- why: a row that takes an open one's place inherits how long that was open. A view, as only
-- pool reads it whole, and copying so many columns costs as much as all else here.
create view pool_row as
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
  e.payee,
  coalesce(o.entry_id, '') as entry_id,
  coalesce(o.break_id, '') as break_id,
  '' as reason,
  coalesce(o.first_seen, run.business_date) as first_seen,
  cast(null as date) as due_on,
  case
    when a.how = 'changed' then 'changed_after_match'
    when o.detail = 'changed_after_match' then o.detail
    else ''
  end as detail,
  '' as ours_status,
  cast(null as date) as ours_arrived_on,
  cast(null as int) as ours_file_no,
  cast(null as bigint) as ours_line,
  'new' as origin
from rest as r
join whole_row as e on e.file_no = r.file_no and e.line = r.line
left join again as a on a.file_no = e.file_no and a.line = e.line
left join standing as o
  on o.arrived_on = a.earlier_arrived_on and o.file_no = a.earlier_file_no and o.line = a.earlier_line
cross join run
union all
select
  o.arrived_on,
  o.file_no,
  o.line,
  o.side,
  o.source,
  o.provider,
  o.own_id,
  o.kind,
  o.status,
  o.order_ref,
  o.order_no,
  o.ref,
  o.refund_ref,
  o.batch_ref,
  o.key_hash,
  o.key_check,
  o.currency,
  o.gross_minor,
  o.adjust_minor,
  o.fee_minor,
  o.net_minor,
  o.occurred_at,
  o.business_date,
  o.booking_date,
  o.value_date,
  o.payee,
  o.entry_id,
  o.break_id,
  o.reason,
  o.first_seen,
  o.due_on,
  o.detail,
  o.ours_status,
  o.ours_arrived_on,
  o.ours_file_no,
  o.ours_line,
  o.origin
from standing as o
where not exists (
  select 1
  from again as a
  where a.how = 'replaces'
    and a.earlier_arrived_on = o.arrived_on
    and a.earlier_file_no = o.file_no
    and a.earlier_line = o.line
)
union all
select
  r.arrived_on,
  r.file_no,
  r.line,
  r.side,
  r.source,
  r.provider,
  r.own_id,
  r.kind,
  r.status,
  r.order_ref,
  r.order_no,
  r.ref,
  r.refund_ref,
  r.batch_ref,
  r.key_hash,
  r.key_check,
  r.currency,
  r.gross_minor,
  r.adjust_minor,
  r.fee_minor,
  r.net_minor,
  r.occurred_at,
  r.business_date,
  r.booking_date,
  r.value_date,
  r.payee,
  '' as entry_id,
  '' as break_id,
  '' as reason,
  run.business_date as first_seen,
  cast(null as date) as due_on,
  'changed_after_match' as detail,
  '' as ours_status,
  cast(null as date) as ours_arrived_on,
  cast(null as int) as ours_file_no,
  cast(null as bigint) as ours_line,
  'reopened' as origin
from reopened_row as r
cross join run

-- reads: carried, closing, undone, outdated
-- writes: standing (one row per entry that is open before the files of today are looked at)
-- why: what a person closed is gone, what a person reopened is back.
create table standing as
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
  'open' as origin
from carried as o
where not exists (select 1 from closing as c where c.break_id = o.break_id)
union all
select
  u.arrived_on,
  u.file_no,
  u.line,
  u.side,
  u.source,
  u.provider,
  u.own_id,
  u.kind,
  u.status,
  u.order_ref,
  u.order_no,
  u.ref,
  u.refund_ref,
  u.batch_ref,
  u.key_hash,
  u.key_check,
  u.currency,
  u.gross_minor,
  u.adjust_minor,
  u.fee_minor,
  u.net_minor,
  u.occurred_at,
  u.business_date,
  u.booking_date,
  u.value_date,
  u.payee,
  u.entry_id,
  u.break_id,
  u.reason,
  u.first_seen,
  u.due_on,
  u.detail,
  u.ours_status,
  u.ours_arrived_on,
  u.ours_file_no,
  u.ours_line,
  'undone' as origin
from undone as u
where not exists (
  select 1
  from outdated as x
  where x.arrived_on = u.arrived_on and x.file_no = u.file_no and x.line = u.line
)

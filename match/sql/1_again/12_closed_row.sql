-- reads: carried, closing, run
-- writes: closed_row (one row per open entry that a decision closes today)
-- why: they leave the pool before anything of today is looked at.
create table closed_row as
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
  c.decision as decision,
  c.decision_no as decision_no,
  c.decided_by as decided_by,
  run.business_date as closed_on
from carried as o
join closing as c on c.break_id = o.break_id
cross join run

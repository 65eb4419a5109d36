-- reads: closed_key, closure, last_word
-- writes: undone (one row per closed entry that a person reopens today)
-- why: a manual match is undone as a whole, whichever of its two breaks is named; of
-- several closures of one break the last is undone.
create table undone as
with taken_back as (
  select k.break_id as break_id, max(k.decision_no) as decision_no
  from closed_key as k
  join closure as c on c.break_id = k.break_id
  join last_word as w on w.break_id = c.break_id and w.decision_no = c.decision_no
  where c.decision = 'reopen'
  group by k.break_id
)
select
  k.arrived_on,
  k.file_no,
  k.line,
  k.side,
  k.source,
  k.provider,
  k.own_id,
  k.kind,
  k.status,
  k.order_ref,
  k.order_no,
  k.ref,
  k.refund_ref,
  k.batch_ref,
  k.key_hash,
  k.key_check,
  k.currency,
  k.gross_minor,
  k.adjust_minor,
  k.fee_minor,
  k.net_minor,
  k.occurred_at,
  k.business_date,
  k.booking_date,
  k.value_date,
  k.payee,
  k.entry_id,
  k.break_id,
  k.reason,
  k.first_seen,
  k.due_on,
  k.detail,
  k.ours_status,
  k.ours_arrived_on,
  k.ours_file_no,
  k.ours_line,
  k.decision,
  k.decision_no
from closed_key as k
where k.decision_no in (select t.decision_no from taken_back as t)

-- reads: verdict, pool
-- writes: open_entry (one row per entry that is open at the end of today)
-- why: what the next day takes as carried. A break is named after the member that was
-- open first, then the statement's, so its id survives the arrival of the other row.
create table open_entry as
with anchored as (
  select
    v.n as n,
    case
      when v.outcome = 'kept' then v.old_break_id
      when v.partner_n is null then 'B' || upper(substr(v.entry_id, 1, 16))
      when v.first_seen < w.first_seen then 'B' || upper(substr(v.entry_id, 1, 16))
      when w.first_seen < v.first_seen then 'B' || upper(substr(w.entry_id, 1, 16))
      when v.side = 'statement' then 'B' || upper(substr(v.entry_id, 1, 16))
      else 'B' || upper(substr(w.entry_id, 1, 16))
    end as break_id
  from verdict as v
  left join verdict as w on w.n = v.partner_n
)
select
  p.arrived_on,
  p.file_no,
  p.line,
  p.side,
  p.source,
  p.provider,
  p.own_id,
  p.kind,
  p.status,
  p.order_ref,
  p.order_no,
  p.ref,
  p.refund_ref,
  p.batch_ref,
  p.key_hash,
  p.key_check,
  p.currency,
  p.gross_minor,
  p.adjust_minor,
  p.fee_minor,
  p.net_minor,
  p.occurred_at,
  p.business_date,
  p.booking_date,
  p.value_date,
  p.payee,
  v.entry_id,
  a.break_id,
  v.reason,
  v.first_seen,
  v.due_on,
  v.detail,
  v.ours_status,
  v.ours_arrived_on,
  v.ours_file_no,
  v.ours_line
from verdict as v
join pool as p on p.n = v.n
join anchored as a on a.n = v.n

-- reads: past_day, reopened
-- writes: reopened_row (one row per row of an earlier day that enters the pool again)
-- why: a reopened match gives its rows back, but for the own row that has been replaced.
create table reopened_row as
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
join reopened as r on r.arrived_on = h.arrived_on and r.file_no = h.file_no and r.line = h.line
where r.cause = 'changed' and not r.replaced

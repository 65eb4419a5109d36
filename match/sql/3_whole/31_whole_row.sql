-- reads: row_again, wanted_row, entry
-- writes: whole_row (one row per row of wanted_row, all columns of entry)
-- why: a few rows of a million are wanted whole. Looking for them means reading all columns
-- of the day, so those of plain files are read again where they stand, and only the others
-- are looked for.
create table whole_row as
select
  a.file_no,
  a.line,
  a.side,
  a.source,
  a.provider,
  a.own_id,
  a.kind,
  a.status,
  a.order_ref,
  a.order_no,
  a.ref,
  a.refund_ref,
  a.batch_ref,
  a.key_hash,
  a.key_check,
  a.currency,
  a.gross_minor,
  a.adjust_minor,
  a.fee_minor,
  a.net_minor,
  a.occurred_at,
  a.business_date,
  a.booking_date,
  a.value_date,
  a.payee
from row_again as a
union all
select
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
from wanted_row as w
join entry as e on e.file_no = w.file_no and e.line = w.line
where not w.again

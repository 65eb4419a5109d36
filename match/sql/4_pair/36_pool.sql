-- reads: pool_row, touched_key
-- writes: pool (one row per row of pool_row, numbered)
-- why: n names a row within the passes; touched says that it is judged today;
-- real_key says that key 1 holds a number of its own for this movement (a refund
-- without a refund number, or with the order's, has none).
create table pool as
select
  row_number() over (order by p.arrived_on nulls first, p.file_no nulls first, p.line nulls first) as n,
  t.key_hash is not null or p.origin <> 'open' as touched,
  p.kind <> 'refund' or (p.refund_ref <> '' and p.refund_ref <> p.order_ref) as real_key,
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
  p.entry_id,
  p.break_id,
  p.reason,
  p.first_seen,
  p.due_on,
  p.detail,
  p.ours_status,
  p.ours_arrived_on,
  p.ours_file_no,
  p.ours_line,
  p.origin
from pool_row as p
left join touched_key as t on t.key_hash = p.key_hash and t.key_check = p.key_check

-- reads: entry, own_kind, file, run
-- writes: chargeback (one row per chargeback of today that no own source can produce)
-- why: a dispute has a deadline, so it is listed singly and not only counted.
create table chargeback as
select
  run.business_date as arrived_on,
  e.file_no as file_no,
  e.line as line,
  f.name as file,
  e.provider as provider,
  f.account_last4 as account_last4,
  e.order_ref as order_ref,
  e.order_no as order_no,
  e.ref as ref,
  e.currency as currency,
  e.gross_minor as gross_minor,
  e.business_date as business_date
from entry as e
cross join run
join file as f on f.arrived_on = run.business_date and f.file_no = e.file_no
where e.side = 'statement'
  and e.kind = 'chargeback'
  and not exists (select 1 from own_kind as k where k.kind = e.kind)

-- reads: fate, pool
-- writes: bare (one row per row of pool that stays open and has no entry id)
-- why: only what stays open needs an id.
create table bare as
select
  p.n as n,
  p.side as side,
  p.arrived_on as arrived_on,
  p.file_no as file_no,
  p.line as line,
  p.source as source,
  p.own_id as own_id,
  p.kind as kind,
  p.ref as ref,
  p.refund_ref as refund_ref
from pool as p
join fate as f on f.n = p.n
where p.entry_id = ''

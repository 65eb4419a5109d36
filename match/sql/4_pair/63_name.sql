-- reads: bare, occurrence
-- writes: name (one row per row of pool that stays open and has no entry id: what its id is made of)
-- why: a row that shares its numbers with none is the first of its kind.
create table name as
select
  b.n as n,
  b.side as side,
  b.arrived_on as arrived_on,
  b.source as source,
  b.own_id as own_id,
  b.kind as kind,
  b.ref as ref,
  b.refund_ref as refund_ref,
  coalesce(o.occurrence, 1) as occurrence
from bare as b
left join occurrence as o on o.arrived_on = b.arrived_on and o.file_no = b.file_no and o.line = b.line

-- reads: whole_row, reopened_row, past_day, run
-- writes: namesake (one row per statement row whose numbers another row of its statement has too)
-- why: the plain join has found the rows that may share the numbers of a left-over one; most
-- share them with none.
create table namesake as
with same_ref as (
  select run.business_date as arrived_on, w.file_no as file_no, w.line as line, w.source as source, w.kind as kind, w.ref as ref, w.refund_ref as refund_ref
  from whole_row as w
  cross join run
  where w.side = 'statement'
  union all
  select h.arrived_on as arrived_on, h.file_no as file_no, h.line as line, h.source as source, h.kind as kind, h.ref as ref, h.refund_ref as refund_ref
  from past_day as h
  where h.side = 'statement'
    and h.ref in (select r.ref from reopened_row as r where r.side = 'statement')
),
shared as (
  select s.arrived_on as arrived_on, s.source as source, s.kind as kind, s.ref as ref, s.refund_ref as refund_ref
  from same_ref as s
  group by s.arrived_on, s.source, s.kind, s.ref, s.refund_ref
  having 1 < count(*)
)
select s.*
from same_ref as s
join shared as d
  on d.arrived_on = s.arrived_on
  and d.source = s.source
  and d.kind = s.kind
  and d.ref = s.ref
  and d.refund_ref = s.refund_ref

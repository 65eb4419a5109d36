-- reads: bare, entry, reopened_row, past_day, run
-- writes: namesake (one row per statement row whose numbers a row of bare shares with another row of its statement)
-- why: the numbers alone are read here; most rows share them with none.
create table namesake as
with same_ref as (
  select run.business_date as arrived_on, e.file_no as file_no, e.line as line, e.source as source, e.kind as kind, e.ref as ref, e.refund_ref as refund_ref
  from entry as e
  cross join run
  where e.side = 'statement'
    and e.ref in (
      select b.ref
      from bare as b
      join run on run.business_date = b.arrived_on
      where b.side = 'statement'
    )
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

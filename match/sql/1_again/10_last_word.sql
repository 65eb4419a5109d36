-- reads: closure
-- writes: last_word (one row per break that decisions name: the last of them)
-- why: decisions are only ever added, so of several on one break the last one holds.
create table last_word as
with asked as (
  select c.break_id as break_id, c.decision_no as decision_no
  from closure as c
  union all
  select c.partner_break_id as break_id, c.decision_no as decision_no
  from closure as c
  where c.decision = 'manual_match' and c.partner_break_id <> c.break_id
)
select a.break_id as break_id, max(a.decision_no) as decision_no
from asked as a
group by a.break_id

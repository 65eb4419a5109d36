-- reads: last_word, closure, carried
-- writes: closing (one row per break of the day before that a decision closes today)
-- why: a manual match closes both of its breaks or, when one of them is not open, none.
create table closing as
with held as (
  select w.break_id as break_id, w.decision_no as decision_no
  from last_word as w
  where w.break_id in (select o.break_id from carried as o)
),
whole as (
  select h.decision_no as decision_no, count(*) as breaks
  from held as h
  group by h.decision_no
)
select h.break_id as break_id, c.decision_no as decision_no, c.decision as decision, c.decided_by as decided_by
from held as h
join whole as w on w.decision_no = h.decision_no
join closure as c on c.decision_no = h.decision_no
where c.decision <> 'reopen'
  and w.breaks = case when c.decision = 'manual_match' then 2 else 1 end

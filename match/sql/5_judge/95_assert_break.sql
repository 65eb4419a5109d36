-- reads: break
-- writes: nothing (breaks that share an id, or whose reason is not in the closed list)
-- why: people's decisions hang on break_id.
select b.break_id as break_id, min(b.reason) as reason, count(*) as breaks
from break as b
group by b.break_id
having 1 < count(*)
  or count(*) filter (where b.reason in ('duplicate', 'ambiguous', 'status', 'currency', 'amount', 'fee', 'pending', 'missing', 'extra')) < count(*)

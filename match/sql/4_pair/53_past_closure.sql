-- reads: needed_key, closed_entry
-- writes: past_closure (one row per key of a one-sided row that a decision closed: the last of them)
-- why: a counterpart that arrives for a closed entry is one too many, and the closure is named.
create table past_closure as
with turned as (
  select
    c.key_hash as key_hash,
    c.key_check as key_check,
    c.break_id as break_id,
    c.decision as decision,
    c.closed_on as closed_on,
    row_number() over (
      partition by c.key_hash, c.key_check
      order by c.decision_no desc nulls last, c.arrived_on nulls first, c.file_no nulls first, c.line nulls first
    ) as turn
  from closed_entry as c
  where c.key_hash in (select k.key_hash from needed_key as k)
)
select
  t.key_hash as key_hash,
  t.key_check as key_check,
  t.break_id as break_id,
  t.decision as decision,
  t.closed_on as closed_on
from turned as t
where t.turn = 1

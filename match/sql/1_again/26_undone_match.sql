-- reads: again, matched_before, history_match
-- writes: undone_match (one row per row of a match of an earlier day that is reopened today)
-- why: a match of several rows is reopened whole; matched_before holds only those that still
-- stand. The history is joined once, by day and group; the pairs of a day are then told
-- apart by the own row.
create table undone_match as
with hit as (
  select
    m.matched_on as matched_on,
    m.group_no as group_no,
    m.earlier_arrived_on as arrived_on,
    m.earlier_file_no as file_no,
    m.earlier_line as line
  from matched_before as m
  join again as a on a.file_no = m.file_no and a.line = m.line
  where a.how = 'changed'
),
hit_group as (
  select x.matched_on as matched_on, x.group_no as group_no
  from hit as x
  group by x.matched_on, x.group_no
),
candidate as (
  select h.*
  from history_match as h
  join hit_group as g on g.matched_on = h.matched_on and g.group_no = h.group_no
)
select c.*
from candidate as c
left join hit as x
  on x.matched_on = c.matched_on
  and x.arrived_on = c.ledger_arrived_on
  and x.file_no = c.ledger_file_no
  and x.line = c.ledger_line
where c.group_no <> 0 or x.line is not null

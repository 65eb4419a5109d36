-- reads: again, matched_before, history_match
-- writes: undone_match (one row per row of a match of an earlier day that is reopened today)
-- why: a match of several rows is reopened whole; matched_before holds only those that still stand.
create table undone_match as
with hit as (
  select m.matched_on as matched_on, m.group_no as group_no, m.earlier_arrived_on as arrived_on, m.earlier_file_no as file_no, m.earlier_line as line
  from matched_before as m
  join again as a on a.file_no = m.file_no and a.line = m.line
  where a.how = 'changed'
)
select h.*
from history_match as h
where h.group_no = 0
  and exists (
    select 1
    from hit as x
    where x.group_no = 0
      and x.matched_on = h.matched_on
      and x.arrived_on = h.ledger_arrived_on
      and x.file_no = h.ledger_file_no
      and x.line = h.ledger_line
  )
union all
select h.*
from history_match as h
where exists (
  select 1
  from hit as x
  where x.group_no <> 0 and x.matched_on = h.matched_on and x.group_no = h.group_no
)

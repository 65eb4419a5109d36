-- reads: undone_match, again, undone
-- writes: reopened (one row per row whose match of an earlier day is void from today on)
-- why: cause is `changed` (the own row came again with other content; replaced marks the
-- row whose place the new one takes) or `decision` (a person undid a manual match).
create table reopened as
with member as (
  select u.statement_arrived_on as arrived_on, u.statement_file_no as file_no, u.statement_line as line, 'statement' as side
  from undone_match as u
  where u.statement_line is not null
  union all
  select u.ledger_arrived_on as arrived_on, u.ledger_file_no as file_no, u.ledger_line as line, 'ledger' as side
  from undone_match as u
  where u.ledger_line is not null
)
select
  m.arrived_on as arrived_on,
  m.file_no as file_no,
  m.line as line,
  m.side as side,
  'changed' as cause,
  exists (
    select 1
    from again as a
    where a.how = 'changed'
      and a.earlier_arrived_on = m.arrived_on
      and a.earlier_file_no = m.file_no
      and a.earlier_line = m.line
  ) as replaced
from member as m
union all
select
  u.arrived_on as arrived_on,
  u.file_no as file_no,
  u.line as line,
  u.side as side,
  'decision' as cause,
  false as replaced
from undone as u
where u.decision = 'manual_match'

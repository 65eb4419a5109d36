-- reads: closed_row
-- writes: manual_row (one row per entry that a manual match of today holds, numbered within its side)
-- why: a person may join any two breaks, also two of one side (a second payment and its refund).
create table manual_row as
select
  c.decision_no as decision_no,
  c.side as side,
  c.arrived_on as arrived_on,
  c.file_no as file_no,
  c.line as line,
  c.currency as currency,
  c.gross_minor as gross_minor,
  row_number() over (
    partition by c.decision_no, c.side
    order by c.occurred_at nulls first, c.arrived_on nulls first, c.file_no nulls first, c.line nulls first
  ) as turn
from closed_row as c
where c.decision = 'manual_match'

-- reads: joined_sample, entry
-- writes: pair_sample (one row per pair of one key from the first lines of each statement: both amounts and times)
-- why: a wrong zone, unit or sign is wrong in every row, so the first lines are enough and
-- the rest of the day is not read for it.
create table pair_sample as
select
  l.source as source,
  l.kind as kind,
  s.currency as currency,
  l.currency as ledger_currency,
  s.gross_minor as statement_minor,
  l.gross_minor as ledger_minor,
  s.occurred_at as occurred_at,
  s.occurred_at - l.occurred_at as later_by
from joined_sample as c
join entry as s on s.file_no = c.statement_file_no and s.line = c.statement_line
join entry as l on l.file_no = c.ledger_file_no and l.line = c.ledger_line

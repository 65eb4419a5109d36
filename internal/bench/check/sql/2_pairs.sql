-- Every pair that was matched tonight carries one order number on both sides.
select
  m.reconciliation as reconciliation,
  s.source as source,
  s.line as line,
  s.order_ref as wanted,
  l.order_ref as found
from match_row as m
join entry as s on s.reconciliation = m.reconciliation and s.file_no = m.statement_file_no and s.line = m.statement_line
join entry as l on l.reconciliation = m.reconciliation and l.file_no = m.ledger_file_no and l.line = m.ledger_line
where m.statement_arrived_on = m.ledger_arrived_on
  and s.order_ref <> l.order_ref
order by reconciliation, source, line, found

-- reads: seen_before, history_match, history_reopened
-- writes: matched_before (one row per own row of today and match of an earlier row of its own id that still stands)
-- why: manual matches are decisions; they are known from closed_entry without a limit of days.
create table matched_before as
select
  s.file_no as file_no,
  s.line as line,
  s.status as status,
  s.key_hash as key_hash,
  s.key_check as key_check,
  s.currency as currency,
  s.gross_minor as gross_minor,
  s.earlier_arrived_on as earlier_arrived_on,
  s.earlier_file_no as earlier_file_no,
  s.earlier_line as earlier_line,
  s.earlier_currency as earlier_currency,
  s.earlier_minor as earlier_minor,
  s.same as same,
  m.matched_on as matched_on,
  m.group_no as group_no
from history_match as m
join seen_before as s
  on s.earlier_arrived_on = m.ledger_arrived_on
  and s.earlier_file_no = m.ledger_file_no
  and s.earlier_line = m.ledger_line
where m.rule <> 'manual'
  and not exists (
    select 1
    from history_reopened as r
    where r.arrived_on = m.ledger_arrived_on
      and r.file_no = m.ledger_file_no
      and r.line = m.ledger_line
      and m.matched_on < r.reopened_on
  )

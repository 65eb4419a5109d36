-- reads: past_row, history_match, history_reopened, reopened
-- writes: past_match (one row per key of a one-sided row that is already matched: the last day it was)
-- why: a key that was matched is not missing: its row is one too many. Reopened matches are void.
-- A match by key 2 says nothing of another row under the order's number.
create table past_match as
with hit as (
  select p.key_hash as key_hash, p.key_check as key_check, p.arrived_on as arrived_on, p.file_no as file_no, p.line as line, m.matched_on as matched_on, m.rule as rule
  from history_match as m
  join past_row as p on p.arrived_on = m.statement_arrived_on and p.file_no = m.statement_file_no and p.line = m.statement_line
  where p.side = 'statement'
  union all
  select p.key_hash as key_hash, p.key_check as key_check, p.arrived_on as arrived_on, p.file_no as file_no, p.line as line, m.matched_on as matched_on, m.rule as rule
  from history_match as m
  join past_row as p on p.arrived_on = m.ledger_arrived_on and p.file_no = m.ledger_file_no and p.line = m.ledger_line
  where p.side = 'ledger'
)
select
  h.key_hash as key_hash,
  h.key_check as key_check,
  max(h.matched_on) as matched_on,
  max(h.matched_on) filter (where h.rule <> 'refund_amount') as matched_by_key_on
from hit as h
where not exists (
    select 1
    from history_reopened as r
    where r.arrived_on = h.arrived_on and r.file_no = h.file_no and r.line = h.line and h.matched_on < r.reopened_on
  )
  and not exists (
    select 1
    from reopened as r
    where r.arrived_on = h.arrived_on and r.file_no = h.file_no and r.line = h.line
  )
group by h.key_hash, h.key_check

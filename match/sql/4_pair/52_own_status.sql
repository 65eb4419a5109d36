-- reads: past_row
-- writes: own_status (one row per key of a one-sided row: the last own row of it that claims no money)
-- why: an order may be pending in one export and closed in the next; the last word counts.
create table own_status as
with turned as (
  select
    p.key_hash as key_hash,
    p.key_check as key_check,
    p.status as status,
    p.arrived_on as arrived_on,
    p.file_no as file_no,
    p.line as line,
    row_number() over (
      partition by p.key_hash, p.key_check
      order by p.arrived_on desc nulls last, p.file_no desc nulls last, p.line desc nulls last
    ) as turn
  from past_row as p
  where p.side = 'ledger' and p.status in ('pending', 'closed')
)
select
  t.key_hash as key_hash,
  t.key_check as key_check,
  t.status as status,
  t.arrived_on as arrived_on,
  t.file_no as file_no,
  t.line as line
from turned as t
where t.turn = 1

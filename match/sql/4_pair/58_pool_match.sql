-- reads: key_pair, key_sum, one_to_one, refund_pair, manual_row, pool
-- writes: pool_match (one row per pair that a pass or a person made; a match of several rows has one row per member of its longer side)
-- why: with the pairs that the plain join settled, which are written without a look at
-- tables, these are the matches of the day. Rows are named by the day that read them, file
-- and line. group_no is 0 for a pair; the rows of one key_sum share a number above 0, those
-- of a manual match the number of its decision, negative. difference_minor is null where
-- the currencies differ.
create table pool_match as
with pair as (
  select k.statement_n as statement_n, k.ledger_n as ledger_n, 0 as group_no, 'key' as rule, 0 as difference_minor
  from key_pair as k
  union all
  select s.n as statement_n, l.n as ledger_n, coalesce(s.group_no, l.group_no) as group_no, 'key_sum' as rule, 0 as difference_minor
  from (select k.n, k.group_no, k.turn from key_sum as k where k.side = 'statement') as s
  full outer join (select k.n, k.group_no, k.turn from key_sum as k where k.side = 'ledger') as l
    on l.group_no = s.group_no and l.turn = s.turn
  union all
  select o.statement_n as statement_n, o.ledger_n as ledger_n, 0 as group_no, 'tolerance' as rule, o.difference_minor as difference_minor
  from one_to_one as o
  where o.outcome = 'tolerance'
  union all
  select r.statement_n as statement_n, r.ledger_n as ledger_n, 0 as group_no, 'refund_amount' as rule, 0 as difference_minor
  from refund_pair as r
  where r.is_unique and r.side = 'statement'
)
select
  s.arrived_on as statement_arrived_on,
  s.file_no as statement_file_no,
  s.line as statement_line,
  l.arrived_on as ledger_arrived_on,
  l.file_no as ledger_file_no,
  l.line as ledger_line,
  p.group_no as group_no,
  p.rule as rule,
  p.difference_minor as difference_minor
from pair as p
left join pool as s on s.n = p.statement_n
left join pool as l on l.n = p.ledger_n
union all
select
  s.arrived_on as statement_arrived_on,
  s.file_no as statement_file_no,
  s.line as statement_line,
  l.arrived_on as ledger_arrived_on,
  l.file_no as ledger_file_no,
  l.line as ledger_line,
  0 - coalesce(s.decision_no, l.decision_no) as group_no,
  'manual' as rule,
  case
    when s.currency <> l.currency then null
    else coalesce(s.gross_minor, 0) - coalesce(l.gross_minor, 0)
  end as difference_minor
from (select m.* from manual_row as m where m.side = 'statement') as s
full outer join (select m.* from manual_row as m where m.side = 'ledger') as l
  on l.decision_no = s.decision_no and l.turn = s.turn

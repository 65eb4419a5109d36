-- reads: key_left, sum_rest, rule
-- writes: one_to_one (one row per key with exactly one row left on each side, pass c)
-- why: the only place where the tolerance is used.
create table one_to_one as
select
  s.n as statement_n,
  l.n as ledger_n,
  case
    when s.currency <> l.currency then 'currency'
    when abs(s.gross_minor - l.gross_minor) <= rule.tolerance_minor then 'tolerance'
    else 'amount'
  end as outcome,
  s.currency as currency,
  s.gross_minor - l.gross_minor as difference_minor
from key_left as k
join sum_rest as s on s.key_hash = k.key_hash and s.key_check = k.key_check
join sum_rest as l on l.key_hash = k.key_hash and l.key_check = k.key_check
cross join rule
where k.statement_left = 1
  and k.ledger_left = 1
  and s.side = 'statement'
  and l.side = 'ledger'

-- reads: pool
-- writes: key_pair (one row per pair of pass a: equal key, currency and gross)
-- why: equal rows are interchangeable; they are paired in the order of time, then line.
create table key_pair as
with turned as (
  select
    p.n as n,
    p.side as side,
    p.key_hash as key_hash,
    p.key_check as key_check,
    p.currency as currency,
    p.gross_minor as gross_minor,
    row_number() over (
      partition by p.side, p.key_hash, p.key_check, p.currency, p.gross_minor
      order by p.occurred_at nulls first, p.n nulls first
    ) as turn
  from pool as p
  where p.touched and p.key_hash <> 0
)
select s.n as statement_n, l.n as ledger_n
from turned as s
join turned as l
  on l.key_hash = s.key_hash
  and l.key_check = s.key_check
  and l.currency = s.currency
  and l.gross_minor = s.gross_minor
  and l.turn = s.turn
where s.side = 'statement' and l.side = 'ledger'

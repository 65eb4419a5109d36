-- reads: pool, sum_rest
-- writes: key_left (one row per key with rows left over by passes a and b: how many a side had and has)
-- why: which pass a key comes to hangs on how many rows each side has left, and had.
create table key_left as
with had as (
  select
    p.key_hash as key_hash,
    p.key_check as key_check,
    count(*) filter (where p.side = 'statement') as statement_had,
    count(*) filter (where p.side = 'ledger') as ledger_had
  from pool as p
  where p.touched and p.key_hash <> 0
  group by p.key_hash, p.key_check
),
has as (
  select
    r.key_hash as key_hash,
    r.key_check as key_check,
    count(*) filter (where r.side = 'statement') as statement_left,
    count(*) filter (where r.side = 'ledger') as ledger_left
  from sum_rest as r
  group by r.key_hash, r.key_check
)
select
  a.key_hash as key_hash,
  a.key_check as key_check,
  a.statement_left as statement_left,
  a.ledger_left as ledger_left,
  b.statement_had as statement_had,
  b.ledger_had as ledger_had
from has as a
join had as b on b.key_hash = a.key_hash and b.key_check = a.key_check

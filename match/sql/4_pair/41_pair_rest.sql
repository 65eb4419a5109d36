-- reads: pool, key_pair
-- writes: pair_rest (one row per row with a key that pass a left over)
-- why: pass b and the later ones see only what is left.
create table pair_rest as
select
  p.n as n,
  p.side as side,
  p.key_hash as key_hash,
  p.key_check as key_check,
  p.currency as currency,
  p.gross_minor as gross_minor,
  p.occurred_at as occurred_at
from pool as p
where p.touched
  and p.key_hash <> 0
  and not exists (select 1 from key_pair as k where k.statement_n = p.n)
  and not exists (select 1 from key_pair as k where k.ledger_n = p.n)

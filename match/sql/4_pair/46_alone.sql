-- reads: key_left, sum_rest
-- writes: alone (one row per row left on the only side of its key that has rows left, pass d)
-- why: had_other says that the other side had rows of the key, so this one is one too many.
create table alone as
select
  r.n as n,
  r.key_hash as key_hash,
  r.key_check as key_check,
  case when r.side = 'statement' then 0 < k.ledger_had else 0 < k.statement_had end as had_other,
  row_number() over (
    partition by r.key_hash, r.key_check
    order by r.occurred_at nulls first, r.n nulls first
  ) as turn
from sum_rest as r
join key_left as k on k.key_hash = r.key_hash and k.key_check = r.key_check
where k.statement_left = 0 or k.ledger_left = 0

-- reads: alone, pool, touched_refund
-- writes: needed_key (one row per key_hash that the history is asked about)
-- why: the history is big; it is read for these keys only, those of rows whose other
-- side has none today.
create table needed_key as
with asked as (
  select a.key_hash as key_hash
  from alone as a
  where not a.had_other
  union all
  select p.key_hash as key_hash
  from pool as p
  join touched_refund as t on t.order_ref = p.order_ref and t.currency = p.currency and t.gross_minor = p.gross_minor
  where p.kind = 'refund' and not p.touched and p.key_hash <> 0
)
select a.key_hash as key_hash
from asked as a
group by a.key_hash

-- reads: entry, own_kind, standing, again, reopened_row, superseded, run
-- writes: special_key (one row per key_hash that needs more than a plain join; 0, no key, is one of them)
-- why: a key that occurs once a side today and nowhere else is joined plainly, which
-- is nearly all of them; only the rest goes through the passes.
create table special_key as
with special as (
  select e.key_hash as key_hash
  from entry as e
  where e.side = 'statement' and e.kind in (select k.kind from own_kind as k)
  group by e.key_hash
  having 1 < count(*)
  union all
  select e.key_hash as key_hash
  from entry as e
  where e.side = 'ledger' and e.status <> 'pending' and e.status <> 'closed'
  group by e.key_hash
  having 1 < count(*)
  union all
  select o.key_hash as key_hash from standing as o
  union all
  select a.key_hash as key_hash from again as a
  union all
  select r.key_hash as key_hash from reopened_row as r
  union all
  select x.key_hash as key_hash from superseded as x
  union all
  select 0 as key_hash from run
)
select s.key_hash as key_hash
from special as s
group by s.key_hash

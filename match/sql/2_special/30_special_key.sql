-- reads: standing, again, reopened_row, superseded
-- writes: special_key (one row per key_hash of today that other rows than today's share, or that a row holds which stays out)
-- why: the plain join leaves these keys alone, like those that occur twice on a side
-- today, which it finds itself; they go through the passes.
create table special_key as
with special as (
  select o.key_hash as key_hash from standing as o
  union all
  select a.key_hash as key_hash from again as a
  union all
  select r.key_hash as key_hash from reopened_row as r
  union all
  select x.key_hash as key_hash from superseded as x
)
select s.key_hash as key_hash
from special as s
group by s.key_hash

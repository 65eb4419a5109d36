-- reads: pool_row, closed_row, undone, standing, again, unclaimed
-- writes: touched_key (one row per key that something new was learnt of today)
-- why: a carried entry keeps its reason until a new row of its key, or a closure, arrives.
-- An own row that claims no money is such a row too, for the reason status.
create table touched_key as
with news as (
  select p.key_hash as key_hash, p.key_check as key_check
  from pool_row as p
  where p.origin <> 'open'
  union all
  select c.key_hash as key_hash, c.key_check as key_check
  from closed_row as c
  union all
  select u.key_hash as key_hash, u.key_check as key_check
  from undone as u
  union all
  select o.key_hash as key_hash, o.key_check as key_check
  from standing as o
  join again as a on a.earlier_arrived_on = o.arrived_on and a.earlier_file_no = o.file_no and a.earlier_line = o.line
  where a.how = 'replaces'
  union all
  select u.key_hash as key_hash, u.key_check as key_check
  from unclaimed as u
  where u.key_hash in (select o.key_hash from standing as o)
)
select n.key_hash as key_hash, n.key_check as key_check
from news as n
where n.key_hash <> 0
group by n.key_hash, n.key_check

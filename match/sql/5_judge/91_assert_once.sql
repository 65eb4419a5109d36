-- reads: pool, matched_row, open_entry
-- writes: nothing (rows of the pool that are not in exactly one of match and open)
-- why: no row is dropped, none is used twice.
with place as (
  select m.n as n from matched_row as m
  union all
  select p.n as n
  from pool as p
  join open_entry as o on o.arrived_on = p.arrived_on and o.file_no = p.file_no and o.line = p.line
),
placed as (
  select x.n as n, count(*) as places
  from place as x
  group by x.n
)
select p.side as side, p.arrived_on as arrived_on, p.file_no as file_no, p.line as line, coalesce(x.places, 0) as places
from pool as p
left join placed as x on x.n = p.n
where x.places is distinct from 1

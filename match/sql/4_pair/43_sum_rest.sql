-- reads: pair_rest, key_sum
-- writes: sum_rest (one row per row with a key that passes a and b left over)
-- why: passes c, d and e see only what is left.
create table sum_rest as
select r.*
from pair_rest as r
where not exists (select 1 from key_sum as k where k.n = r.n)

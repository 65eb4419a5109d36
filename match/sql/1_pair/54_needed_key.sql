-- reads: fate, pool
-- writes: needed_key (one row per key_hash of a one-sided row, for the history)
-- why: the history is big; it is read for these keys only.
create table needed_key as
select p.key_hash as key_hash
from pool as p
join fate as f on f.n = p.n
where f.outcome = 'one_sided' and p.key_hash <> 0
group by p.key_hash

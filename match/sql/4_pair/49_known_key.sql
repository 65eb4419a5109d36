-- reads: needed_key, history_entry
-- writes: known_key (one row per needed key_hash that the history holds)
-- why: the history is asked for the keys alone first, a third of the cost of whole rows; it
-- holds few of them.
create table known_key as
select h.key_hash as key_hash
from history_entry as h
where h.key_hash in (select k.key_hash from needed_key as k)
group by h.key_hash

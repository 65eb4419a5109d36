-- reads: open_entry
-- writes: nothing (open entries without an id, or with one that another open entry has)
-- why: the next day tells entries apart by these ids.
select o.entry_id as entry_id, min(o.break_id) as break_id, count(*) as entries
from open_entry as o
group by o.entry_id
having 1 < count(*) or coalesce(o.entry_id, '') = '' or coalesce(min(o.break_id), '') = ''

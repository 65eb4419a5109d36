-- reads: open_entry
-- writes: nothing (open entries without a good id, or with one that another has)
-- why: the next day tells entries apart by these ids.
select o.entry_id as entry_id, o.break_id as break_id, count(*) as entries
from open_entry as o
group by o.entry_id, o.break_id
having 1 < count(*) or o.entry_id = '' or o.break_id = ''

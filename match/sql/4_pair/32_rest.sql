-- reads: wanted_row, again, superseded
-- writes: rest (one row per row of today for the passes: the plain join did not settle it)
-- why: own rows with nothing new, or that a later file of today holds again, stay out.
create table rest as
select w.file_no as file_no, w.line as line
from wanted_row as w
where not w.settled
  and not exists (select 1 from again as a where a.how = 'repeated' and a.file_no = w.file_no and a.line = w.line)
  and not exists (select 1 from superseded as x where x.file_no = w.file_no and x.line = w.line)

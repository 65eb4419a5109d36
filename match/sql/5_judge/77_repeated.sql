-- reads: again, superseded
-- writes: repeated (one row per own row of today that claims money and stays out of the pool)
-- why: how is `repeated` (matched or closed before, nothing new) or `superseded` (a later
-- file of today holds the row again).
create table repeated as
select a.file_no as file_no, a.line as line, 'repeated' as how, a.currency as currency, a.gross_minor as gross_minor
from again as a
where a.how = 'repeated'
union all
select x.file_no as file_no, x.line as line, 'superseded' as how, x.currency as currency, x.gross_minor as gross_minor
from superseded as x
where x.status <> 'pending' and x.status <> 'closed'

-- reads: undone, carried, closing
-- writes: outdated (one row per own row that a person reopens while a later row of its own id is open)
-- why: the row came again, changed, after it was closed; the later row has its place.
create table outdated as
select
  u.arrived_on as arrived_on,
  u.file_no as file_no,
  u.line as line,
  u.currency as currency,
  u.gross_minor as gross_minor
from undone as u
where u.side = 'ledger'
  and exists (
    select 1
    from carried as o
    where o.side = 'ledger'
      and o.source = u.source
      and o.own_id = u.own_id
      and not exists (select 1 from closing as c where c.break_id = o.break_id)
  )

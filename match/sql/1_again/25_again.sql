-- reads: open_before, matched_before, closed_before, superseded
-- writes: again (one row per own row of today whose own id is open, was matched or was closed by a decision)
-- why: open is later than matched, and matched later than closed, so the first that applies
-- counts. how is `replaces` (the later row takes the open one's place), `repeated` (nothing
-- new: stays out), `changed` (differs from what was matched: that match is reopened) or
-- `after_close` (differs from what a person closed).
create table again as
with known as (
  select o.* from open_before as o
  union all
  select
    m.file_no as file_no,
    m.line as line,
    case when m.same then 'repeated' else 'changed' end as how,
    m.status as status,
    m.key_hash as key_hash,
    m.key_check as key_check,
    m.currency as currency,
    m.gross_minor as gross_minor,
    m.earlier_arrived_on as earlier_arrived_on,
    m.earlier_file_no as earlier_file_no,
    m.earlier_line as earlier_line,
    m.earlier_currency as earlier_currency,
    m.earlier_minor as earlier_minor
  from matched_before as m
  where not exists (select 1 from open_before as o where o.file_no = m.file_no and o.line = m.line)
  union all
  select c.*
  from closed_before as c
  where not exists (select 1 from open_before as o where o.file_no = c.file_no and o.line = c.line)
    and not exists (select 1 from matched_before as m where m.file_no = c.file_no and m.line = c.line)
)
select k.*
from known as k
where not exists (select 1 from superseded as x where x.file_no = k.file_no and x.line = k.line)

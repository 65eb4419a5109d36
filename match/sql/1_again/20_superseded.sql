-- reads: entry, file, run
-- writes: superseded (one row per own row of today that a later file of today holds again)
-- why: the later row of one own id replaces the earlier; within one file ingest
-- refuses it, so only sources with several files today are looked at.
create table superseded as
with many as (
  select f.source as source
  from file as f
  join run on run.business_date = f.arrived_on
  where f.side = 'ledger'
  group by f.source
  having 1 < count(*)
),
turned as (
  select
    e.file_no as file_no,
    e.line as line,
    e.status as status,
    e.currency as currency,
    e.gross_minor as gross_minor,
    e.key_hash as key_hash,
    row_number() over (partition by e.source, e.own_id order by e.file_no desc nulls last, e.line desc nulls last) as turn
  from entry as e
  where e.side = 'ledger' and e.source in (select m.source from many as m)
)
select
  t.file_no as file_no,
  t.line as line,
  t.status as status,
  t.currency as currency,
  t.gross_minor as gross_minor,
  t.key_hash as key_hash
from turned as t
where 1 < t.turn

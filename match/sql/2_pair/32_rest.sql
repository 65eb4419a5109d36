-- reads: joined, entry, own_kind, special_key, again, superseded
-- writes: rest (one row per row of today that the plain join did not settle)
-- why: the positions only; their wide columns are fetched once, in pool_row.
create table rest as
select j.statement_file_no as file_no, j.statement_line as line
from joined as j
where not j.agrees and j.statement_line is not null
union all
select j.ledger_file_no as file_no, j.ledger_line as line
from joined as j
where not j.agrees and j.ledger_line is not null
union all
select e.file_no as file_no, e.line as line
from entry as e
where e.side = 'statement'
  and e.kind in (select k.kind from own_kind as k)
  and e.key_hash in (select s.key_hash from special_key as s)
union all
select e.file_no as file_no, e.line as line
from entry as e
where e.side = 'ledger'
  and e.status <> 'pending'
  and e.status <> 'closed'
  and e.key_hash in (select s.key_hash from special_key as s)
  and not exists (select 1 from again as a where a.how = 'repeated' and a.file_no = e.file_no and a.line = e.line)
  and not exists (select 1 from superseded as x where x.file_no = e.file_no and x.line = e.line)

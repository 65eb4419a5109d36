-- reads: entry, own_kind, special_key
-- writes: joined (one row per key that occurs at most once a side today: both rows, or the one there is)
-- why: this is the bulk of a day; it reads narrow columns once. currency and gross_minor are
-- the statement's, which are both sides' where the rows agree: what the laws sum up. The
-- left join costs half of what `not exists` does on a million rows.
create table joined as
with theirs as (
  select e.file_no as file_no, e.line as line, e.key_hash as key_hash, e.key_check as key_check, e.currency as currency, e.gross_minor as gross_minor
  from entry as e
  left join special_key as s on s.key_hash = e.key_hash
  where e.side = 'statement'
    and e.kind in (select k.kind from own_kind as k)
    and s.key_hash is null
),
ours as (
  select e.file_no as file_no, e.line as line, e.key_hash as key_hash, e.key_check as key_check, e.currency as currency, e.gross_minor as gross_minor
  from entry as e
  left join special_key as s on s.key_hash = e.key_hash
  where e.side = 'ledger'
    and e.status <> 'pending'
    and e.status <> 'closed'
    and s.key_hash is null
)
select
  t.file_no as statement_file_no,
  t.line as statement_line,
  o.file_no as ledger_file_no,
  o.line as ledger_line,
  t.currency as currency,
  t.gross_minor as gross_minor,
  coalesce(t.currency = o.currency and t.gross_minor = o.gross_minor, false) as agrees
from theirs as t
full outer join ours as o on o.key_hash = t.key_hash and o.key_check = t.key_check

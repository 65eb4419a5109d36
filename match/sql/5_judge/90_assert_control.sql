-- reads: control, entry_total
-- writes: nothing (rows whose count or sum differs from what reading counted)
-- why: every row that was read is in the day, with its money.
with counted as (
  select t.file_no as file_no, t.currency as currency, t.kind as kind, cast(sum(t.entries) as bigint) as entries, cast(sum(t.gross_minor) as bigint) as gross_minor
  from entry_total as t
  group by t.file_no, t.currency, t.kind
)
select
  coalesce(c.file_no, t.file_no) as file_no,
  coalesce(c.currency, t.currency) as currency,
  coalesce(c.kind, t.kind) as kind,
  c.entries as entries_read,
  t.entries as entries_held,
  c.gross_minor as minor_read,
  t.gross_minor as minor_held
from control as c
full outer join counted as t on t.file_no = c.file_no and t.currency = c.currency and t.kind = c.kind
where c.entries is distinct from t.entries or c.gross_minor is distinct from t.gross_minor

-- reads: entry_total
-- writes: by_nature (one row per currency and kind of statement rows that our books cannot hold)
-- why: fees and withdrawals are never missing, but their money is part of the proof.
create table by_nature as
select
  t.currency as currency,
  t.kind as kind,
  cast(sum(t.entries) as bigint) as entries,
  cast(sum(t.gross_minor) as bigint) as gross_minor
from entry_total as t
where t.by_nature
group by t.currency, t.kind

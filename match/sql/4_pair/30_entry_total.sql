-- reads: entry, own_kind
-- writes: entry_total (one row per file of today, side, currency, kind and money claim)
-- why: claims is false for own rows that are pending or closed; by_nature is true for
-- statement rows of a kind that no own source can produce; moved_minor adds amounts
-- whatever their sign.
create table entry_total as
select
  t.file_no as file_no,
  t.side as side,
  t.currency as currency,
  t.kind as kind,
  t.claims as claims,
  t.side = 'statement' and k.kind is null as by_nature,
  t.entries as entries,
  t.gross_minor as gross_minor,
  t.moved_minor as moved_minor
from (
  select
    e.file_no as file_no,
    e.side as side,
    e.currency as currency,
    e.kind as kind,
    e.side = 'statement' or (e.status <> 'pending' and e.status <> 'closed') as claims,
    count(*) as entries,
    cast(sum(e.gross_minor) as bigint) as gross_minor,
    cast(sum(abs(e.gross_minor)) as bigint) as moved_minor
  from entry as e
  group by
    e.file_no,
    e.side,
    e.currency,
    e.kind,
    e.side = 'statement' or (e.status <> 'pending' and e.status <> 'closed')
) as t
left join own_kind as k on k.kind = t.kind

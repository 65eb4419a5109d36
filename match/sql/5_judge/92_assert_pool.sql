-- reads: entry_total, carried, undone, reopened_row, settled, matched_row, pool, open_entry, closed_row, repeated, again, outdated
-- writes: nothing (sides and currencies in which more or other money came in than is accounted for)
-- why: what came in is matched, open, by nature, closed or counted as repeated.
with item as (
  select t.side as side, t.currency as currency, t.entries as entries, t.gross_minor as gross_minor
  from entry_total as t
  where t.claims
  union all
  select o.side as side, o.currency as currency, 1 as entries, o.gross_minor as gross_minor from carried as o
  union all
  select u.side as side, u.currency as currency, 1 as entries, u.gross_minor as gross_minor from undone as u
  union all
  select r.side as side, r.currency as currency, 1 as entries, r.gross_minor as gross_minor from reopened_row as r
  union all
  select 'statement' as side, s.currency as currency, 0 - s.pairs as entries, 0 - s.gross_minor as gross_minor from settled as s
  union all
  select 'ledger' as side, s.currency as currency, 0 - s.pairs as entries, 0 - s.gross_minor as gross_minor from settled as s
  union all
  select p.side as side, p.currency as currency, -1 as entries, 0 - p.gross_minor as gross_minor
  from matched_row as m
  join pool as p on p.n = m.n
  union all
  select o.side as side, o.currency as currency, -1 as entries, 0 - o.gross_minor as gross_minor from open_entry as o
  union all
  select t.side as side, t.currency as currency, 0 - t.entries as entries, 0 - t.gross_minor as gross_minor
  from entry_total as t
  where t.by_nature
  union all
  select c.side as side, c.currency as currency, -1 as entries, 0 - c.gross_minor as gross_minor from closed_row as c
  union all
  select 'ledger' as side, r.currency as currency, -1 as entries, 0 - r.gross_minor as gross_minor from repeated as r
  union all
  select 'ledger' as side, a.earlier_currency as currency, -1 as entries, 0 - a.earlier_minor as gross_minor
  from again as a
  where a.how = 'replaces'
  union all
  select 'ledger' as side, x.currency as currency, -1 as entries, 0 - x.gross_minor as gross_minor
  from outdated as x
)
select i.side as side, i.currency as currency, cast(sum(i.entries) as bigint) as entries_over, cast(sum(i.gross_minor) as bigint) as minor_over
from item as i
group by i.side, i.currency
having cast(sum(i.entries) as bigint) <> 0 or cast(sum(i.gross_minor) as bigint) <> 0

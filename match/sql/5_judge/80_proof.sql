-- reads: carried, entry_total, repeated, again, outdated, one_to_one, undone_match, reopened_row, closed_row, undone, open_entry
-- writes: proof (one row per currency: the roll-forward of the open difference)
-- why: opening + statement - by nature - ledger - within tolerance - closed by people =
-- closing. An own row that takes another's place counts with its change, so the row it
-- replaces is taken off the ledger total; a reopened match gives back its tolerance, a
-- reopened decision what it closed.
create table proof as
with item as (
  select o.currency as currency, 'opening' as name, case when o.side = 'statement' then o.gross_minor else 0 - o.gross_minor end as amount
  from carried as o
  union all
  select t.currency as currency, 'statement' as name, t.gross_minor as amount
  from entry_total as t
  where t.side = 'statement'
  union all
  select t.currency as currency, 'by_nature' as name, t.gross_minor as amount
  from entry_total as t
  where t.by_nature
  union all
  select t.currency as currency, 'ledger' as name, t.gross_minor as amount
  from entry_total as t
  where t.side = 'ledger' and t.claims
  union all
  select r.currency as currency, 'ledger' as name, 0 - r.gross_minor as amount
  from repeated as r
  union all
  select a.earlier_currency as currency, 'ledger' as name, 0 - a.earlier_minor as amount
  from again as a
  where a.how in ('replaces', 'changed')
  union all
  select x.currency as currency, 'ledger' as name, 0 - x.gross_minor as amount
  from outdated as x
  union all
  select o.currency as currency, 'tolerance' as name, o.difference_minor as amount
  from one_to_one as o
  where o.outcome = 'tolerance'
  union all
  select r.currency as currency, 'tolerance' as name, 0 - u.difference_minor as amount
  from undone_match as u
  join reopened_row as r on r.arrived_on = u.statement_arrived_on and r.file_no = u.statement_file_no and r.line = u.statement_line
  where u.rule = 'tolerance'
  union all
  select c.currency as currency, 'people' as name, case when c.side = 'statement' then c.gross_minor else 0 - c.gross_minor end as amount
  from closed_row as c
  union all
  select u.currency as currency, 'people' as name, case when u.side = 'statement' then 0 - u.gross_minor else u.gross_minor end as amount
  from undone as u
  union all
  select o.currency as currency, 'open' as name, case when o.side = 'statement' then o.gross_minor else 0 - o.gross_minor end as amount
  from open_entry as o
),
summed as (
  select
    i.currency as currency,
    cast(coalesce(sum(i.amount) filter (where i.name = 'opening'), 0) as bigint) as opening_minor,
    cast(coalesce(sum(i.amount) filter (where i.name = 'statement'), 0) as bigint) as statement_minor,
    cast(coalesce(sum(i.amount) filter (where i.name = 'by_nature'), 0) as bigint) as by_nature_minor,
    cast(coalesce(sum(i.amount) filter (where i.name = 'ledger'), 0) as bigint) as ledger_minor,
    cast(coalesce(sum(i.amount) filter (where i.name = 'tolerance'), 0) as bigint) as tolerance_minor,
    cast(coalesce(sum(i.amount) filter (where i.name = 'people'), 0) as bigint) as closed_by_people_minor,
    cast(coalesce(sum(i.amount) filter (where i.name = 'open'), 0) as bigint) as open_minor
  from item as i
  group by i.currency
)
select
  s.currency as currency,
  s.opening_minor as opening_minor,
  s.statement_minor as statement_minor,
  s.by_nature_minor as by_nature_minor,
  s.ledger_minor as ledger_minor,
  s.tolerance_minor as tolerance_minor,
  s.closed_by_people_minor as closed_by_people_minor,
  s.opening_minor + s.statement_minor - s.by_nature_minor - s.ledger_minor - s.tolerance_minor - s.closed_by_people_minor as closing_minor,
  s.open_minor as open_minor
from summed as s

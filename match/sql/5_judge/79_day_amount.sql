-- reads: open_entry
-- writes: day_amount (one row per reason and currency of the open breaks)
-- why: a break of two currencies counts in each with its own side.
create table day_amount as
select
  o.reason as reason,
  o.currency as currency,
  cast(coalesce(sum(o.gross_minor) filter (where o.side = 'statement'), 0) as bigint) as statement_minor,
  cast(coalesce(sum(o.gross_minor) filter (where o.side = 'ledger'), 0) as bigint) as ledger_minor
from open_entry as o
group by o.reason, o.currency

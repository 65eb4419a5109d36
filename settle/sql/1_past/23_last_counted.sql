-- reads: counted_before, counted_again, standing_again
-- writes: last_counted (one row per entry id that counted before: how it counts now)
-- why: this is what the ledger is held against. An entry that was void or gone, and
-- accepted so, counts with amount 0.
create view last_counted as
select
  c.entry_id as entry_id,
  c.payee as payee,
  c.currency as currency,
  c.kind as kind,
  c.amount_minor as amount_minor,
  c.occurred_at as occurred_at
from counted_before as c
left join counted_again as a on a.entry_id = c.entry_id
where a.entry_id is null
union all
select
  s.entry_id as entry_id,
  s.payee as payee,
  s.currency as currency,
  s.kind as kind,
  s.amount_minor as amount_minor,
  s.occurred_at as occurred_at
from standing_again as s

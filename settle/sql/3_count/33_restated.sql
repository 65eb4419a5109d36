-- reads: change_row
-- writes: restated (one row per change that nobody accepted; it counts as before)
-- why: money that was paid for is no longer in the ledger as it was; a person decides.
-- now_minor is what the entry would count; now_at is null when it is gone.
create table restated as
select
  c.entry_id as entry_id,
  c.payee as payee,
  c.currency as currency,
  c.change as change,
  c.was_minor as was_minor,
  c.now_minor as now_minor,
  c.was_payee as was_payee,
  c.was_currency as was_currency,
  c.was_kind as was_kind,
  c.was_at as was_at,
  c.now_at as now_at,
  c.content as content
from change_row as c
where not c.is_accepted

-- reads: proof
-- writes: nothing (currencies whose roll-forward does not end in the sum over the open breaks)
-- why: the report's first table must hold to the last minor unit.
select p.currency as currency, p.closing_minor as closing_minor, p.open_minor as open_minor
from proof as p
where p.closing_minor <> p.open_minor

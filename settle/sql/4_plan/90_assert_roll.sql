-- reads: payee_balance
-- writes: nothing (accounts whose roll-forward does not end in what there is)
-- why: the terms come from what moved since the batch before, the parts from everything
-- that ever counted and was posted: they must meet to the last minor unit.
select
  b.payee as payee,
  b.currency as currency,
  b.closing_minor as closing_minor,
  b.available_minor as available_minor,
  b.held_minor as held_minor
from payee_balance as b
where b.closing_minor <> b.available_minor + b.held_minor + b.reserve_minor
  or b.closing_minor
    <> b.opening_minor + b.earned_minor + b.adjustments_minor - b.refunds_minor - b.fees_minor - b.withheld_minor - b.paid_minor + b.returned_minor

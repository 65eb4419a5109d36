-- writes: payee_balance (one row per payee and currency of a batch: the roll-forward of the balance)
-- lake: payee_balance
-- key: batch_id, payee, currency
-- opening + earned + adjustments - refunds - fees - withheld - paid + returned = closing =
-- available + held + reserve.
create table payee_balance (
  batch_id varchar, -- batch that published the row, like 2026-08-1
  payee varchar, -- whose balance it is
  currency varchar, -- ISO 4217 code
  opening_minor bigint, -- closing balance of the batch before
  earned_minor bigint, -- sales
  adjustments_minor bigint, -- adjustments, + is to the payee
  refunds_minor bigint, -- refunds and chargebacks, positive
  fees_minor bigint, -- fees, positive
  withheld_minor bigint, -- withheld, positive
  paid_minor bigint, -- put into payouts, positive
  returned_minor bigint, -- payouts that failed, were cancelled or came back since the batch before
  closing_minor bigint, -- balance at the end
  available_minor bigint, -- part that the next batch can pay
  held_minor bigint, -- part that open breaks hold
  reserve_minor bigint -- part that is kept as a reserve
);

-- writes: payout_skip (one row per payee and currency that a batch does not pay)
-- lake: payout_skip
-- key: batch_id, payee, currency
create table payout_skip (
  batch_id varchar, -- batch that published the row, like 2026-08-1
  payee varchar, -- who is not paid
  currency varchar, -- ISO 4217 code
  reason varchar, -- currency, frozen, kyc, destination, country, open_break, negative, zero, minimum or review
  amount_minor bigint, -- available balance; negative if the payee owes
  detail varchar -- what the reason rests on
);

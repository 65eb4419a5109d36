-- writes: payout (one row per attempt of a payout, as it stands)
-- lake: payout
-- key: payout_key, attempt
create table payout (
  batch_id varchar, -- batch that published the row, like 2026-08-1
  payout_key varchar, -- idempotency key of payee, period and currency; attempts share it
  attempt bigint, -- from 1
  payee varchar, -- who is paid
  currency varchar, -- ISO 4217 code
  period varchar, -- month that is paid, like 2026-08
  amount_minor bigint, -- what is paid, positive
  rail varchar, -- way of payment
  rail_ref varchar, -- reference on the rail, 32 letters and digits
  last_four varchar, -- last four characters of the destination
  status varchar, -- review, pending, submitted, processing, paid, returned, failed or cancelled
  unclear boolean, -- nobody knows whether money moved; it is not paid again
  why varchar, -- why it is in review; '' otherwise
  code varchar, -- code of the last answer
  reason varchar, -- text of the last answer
  submission_id varchar, -- file it was last in; '' for none
  message_id varchar -- message id of that file; '' for none
);

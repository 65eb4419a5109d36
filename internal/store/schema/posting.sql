-- writes: posting (one row per line of the payout books; the lines of a transfer add up to 0 per currency)
-- lake: posting
-- key: posting_seq
create table posting (
  posting_seq bigint, -- number of the line, in the order they were stored
  transfer_no bigint, -- transfer it belongs to
  batch_id varchar, -- batch that published the row, like 2026-08-1
  kind varchar, -- reserve, paid, release, returned, discard or opening
  payee varchar, -- whose account it is; '' for our own
  currency varchar, -- ISO 4217 code
  bucket varchar, -- available, reserved, clearing or opening
  amount_minor bigint, -- + adds to the bucket
  payout_key varchar, -- payout it is about; '' for none
  rail_ref varchar, -- attempt it is about; '' for none
  posted_at bigint -- when it was posted
);

-- writes: entry (one row per row of an admitted file that belongs to the reconciliation)
-- lake: entry
-- key: date, reconciliation, file_no, line
-- Texts are '' when absent, never null; amounts are minor units, + is money to us;
-- occurred_at is epoch microseconds; key_hash and key_check are the two halves of
-- a 126-bit hash of the row's key 1, both 0 when the row has no key.
create table entry (
  file_no integer not null, -- number of the text (file, or part of a zip) in the day; `statement` names it
  line bigint not null, -- line of the text, from 1; for Parquet the row
  side varchar not null, -- statement or ledger
  source varchar not null, -- name of the source in the configuration
  provider varchar not null, -- provider of a statement's format; '' for own exports
  own_id varchar not null, -- id that the own export gives the row; '' on the statement side
  kind varchar not null, -- payment, refund, fee, chargeback, adjustment, transfer, payout, reserve or other
  status varchar not null, -- paid, refunded, pending or closed; '' where the file has none
  order_ref varchar not null, -- order number that was sent to the provider
  order_no varchar not null, -- the shop's own order number; several attempts share it
  ref varchar not null, -- the provider's number of the row
  refund_ref varchar not null, -- number of the refund
  batch_ref varchar not null, -- the provider's settlement batch
  key_hash bigint not null, -- first half of a 126-bit hash of kind, order_ref and refund_ref (or ref); 0 when the row has no key
  key_check bigint not null, -- second half of that hash
  currency varchar not null, -- ISO 4217 code
  gross_minor bigint not null, -- order amount, the one that is compared; + is money to us
  adjust_minor bigint not null, -- everything between gross and net that is not the fee
  fee_minor bigint not null, -- effect of the fee on us; a fee that was charged is negative
  net_minor bigint not null, -- gross + adjust + fee
  occurred_at bigint not null, -- event time the provider uses
  business_date date not null, -- day the row counts for
  booking_date date, -- day of booking, where the file has one
  value_date date, -- day of value, where the file has one
  payee varchar not null -- whom an own row pays out to; '' elsewhere
);

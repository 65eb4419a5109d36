-- writes: entry (one row per row of an admitted file that belongs to the reconciliation)
-- Texts are '' when absent, never null; amounts are minor units, + is money to us;
-- occurred_at is epoch microseconds; key_hash and key_check are the two halves of
-- a 126-bit hash of the row's key 1, both 0 when the row has no key.
create table entry (
  file_no integer not null,
  line bigint not null,
  side varchar not null,
  source varchar not null,
  provider varchar not null,
  own_id varchar not null,
  kind varchar not null,
  status varchar not null,
  order_ref varchar not null,
  order_no varchar not null,
  ref varchar not null,
  refund_ref varchar not null,
  batch_ref varchar not null,
  key_hash bigint not null,
  key_check bigint not null,
  currency varchar not null,
  gross_minor bigint not null,
  adjust_minor bigint not null,
  fee_minor bigint not null,
  net_minor bigint not null,
  occurred_at bigint not null,
  business_date date not null,
  booking_date date,
  value_date date,
  payee varchar not null
);

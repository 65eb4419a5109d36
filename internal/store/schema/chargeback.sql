-- writes: chargeback (one row per chargeback of the day that no own source can produce)
create table chargeback (
  arrived_on date not null,
  file_no integer not null,
  line bigint not null,
  file varchar not null,
  provider varchar not null,
  account_last4 varchar not null,
  order_ref varchar not null,
  order_no varchar not null,
  ref varchar not null,
  currency varchar not null,
  gross_minor bigint not null,
  business_date date not null
);

-- writes: chargeback (one row per chargeback of the day that no own source can produce)
-- lake: chargeback
-- key: date, reconciliation, file_no, line
create table chargeback (
  arrived_on date not null, -- date of the day that read the row
  file_no integer not null, -- its `entry.file_no`
  line bigint not null, -- its `entry.line`
  file varchar not null, -- its file as people know it
  provider varchar not null, -- provider of the statement
  account_last4 varchar not null, -- last four characters of the account
  order_ref varchar not null, -- order number that was sent to the provider
  order_no varchar not null, -- the shop's own order number
  ref varchar not null, -- the provider's number
  currency varchar not null, -- ISO 4217 code
  gross_minor bigint not null, -- gross of the row
  business_date date not null -- day the row counts for
);

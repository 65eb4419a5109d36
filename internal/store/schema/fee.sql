-- writes: fee (one row per statement text, currency and kind: what the provider charged)
-- lake: fee
-- key: date, reconciliation, file_no, currency, kind
-- Sums over all rows of the text, matched or not.
create table fee (
  file_no integer not null, -- its `statement.file_no`
  source varchar not null, -- name of the source in the configuration
  provider varchar not null, -- provider of the statement
  account_last4 varchar not null, -- last four characters of the account
  kind varchar not null, -- kind of the rows
  currency varchar not null, -- ISO 4217 code
  entries bigint not null, -- number of rows
  gross_minor bigint not null, -- sum of their gross
  fee_minor bigint not null, -- sum of their fees; charged is negative
  net_minor bigint not null -- sum of their net
);

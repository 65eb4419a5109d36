-- writes: by_nature (one row per currency and kind of the day's statement rows that our books cannot hold)
-- lake: by_nature
-- key: date, reconciliation, currency, kind
create table by_nature (
  currency varchar not null, -- ISO 4217 code
  kind varchar not null, -- kind of the rows
  entries bigint not null, -- number of rows
  gross_minor bigint not null -- sum of their gross
);

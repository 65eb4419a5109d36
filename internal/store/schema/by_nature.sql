-- writes: by_nature (one row per currency and kind of the day's statement rows that our books cannot hold)
create table by_nature (
  currency varchar not null,
  kind varchar not null,
  entries bigint not null,
  gross_minor bigint not null
);

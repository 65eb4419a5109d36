-- writes: control (one row per file of today, currency and kind: what reading counted)
create table control (
  file_no integer not null,
  currency varchar not null,
  kind varchar not null,
  entries bigint not null,
  gross_minor bigint not null
);

-- writes: repeated (one row per own row of the day that claims money and stays out of the pool)
-- lake: repeated
-- key: date, reconciliation, file_no, line
-- how: repeated (matched or closed before, nothing new) or superseded (a later file
-- of the day holds the row again).
create table repeated (
  file_no integer not null, -- its `entry.file_no`
  line bigint not null, -- its `entry.line`
  how varchar not null, -- repeated (matched or closed before, nothing new) or superseded (a later file of the day holds the row again)
  currency varchar not null, -- ISO 4217 code
  gross_minor bigint not null -- gross of the row
);

-- writes: repeated (one row per own row of the day that claims money and stays out of the pool)
-- how: repeated (matched or closed before, nothing new) or superseded (a later file
-- of the day holds the row again).
create table repeated (
  file_no integer not null,
  line bigint not null,
  how varchar not null,
  currency varchar not null,
  gross_minor bigint not null
);

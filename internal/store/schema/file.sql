-- writes: file (one row per file that a row of today, an open row or a row of the history can name)
-- A file is named by the business date of the day that read it and its number in
-- that day; name is as people know it; account_last4 is '' where there is none.
create table file (
  arrived_on date not null,
  file_no integer not null,
  side varchar not null,
  source varchar not null,
  provider varchar not null,
  account_last4 varchar not null,
  name varchar not null,
  part varchar not null,
  sha256 varchar not null
);

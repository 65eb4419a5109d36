-- writes: history_reopened (one row per row of reopened of the last 40 days before today)
-- Every match made before reopened_on of the row it names is void.
create table history_reopened (
  reopened_on date not null,
  arrived_on date not null,
  file_no integer not null,
  line bigint not null,
  side varchar not null,
  cause varchar not null,
  replaced boolean not null
);

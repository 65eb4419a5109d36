-- writes: reopened (one row per row whose match of an earlier day is void from the day on)
-- cause: changed or decision; replaced: an own row whose place a new one took.
create table reopened (
  arrived_on date not null,
  file_no integer not null,
  line bigint not null,
  side varchar not null,
  cause varchar not null,
  replaced boolean not null
);

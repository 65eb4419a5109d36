-- writes: reopened (one row per row whose match of an earlier day is void from the day on)
-- lake: reopened
-- key: date, reconciliation, arrived_on, file_no, line, cause
-- cause: changed or decision; replaced: an own row whose place a new one took.
create table reopened (
  arrived_on date not null, -- date of the day that read the row
  file_no integer not null, -- its `entry.file_no`
  line bigint not null, -- its `entry.line`
  side varchar not null, -- statement or ledger
  cause varchar not null, -- changed or decision
  replaced boolean not null -- the row is an own one whose place a new one took
);

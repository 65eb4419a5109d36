-- writes: run (one row: the day that is being worked out)
-- opening: the first day of the chain, nothing was carried into it;
-- gap: the day before was never run.
create table run (
  business_date date not null,
  reconciliation varchar not null,
  version integer not null,
  opening boolean not null,
  gap boolean not null
);

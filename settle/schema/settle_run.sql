-- writes: settle_run (one row: the batch that is being worked out)
-- start_at, cutoff, as_of and cooling_since are epoch microseconds. An entry at
-- the cutoff belongs to the next period. A destination first seen after
-- cooling_since waits. has_exception: a reconciliation was excepted, so that
-- only orders of unreconciled_ok are known to be reconciled.
create table settle_run (
  period varchar not null,
  part bigint not null,
  start_at bigint not null,
  cutoff bigint not null,
  on_open_break varchar not null,
  has_exception boolean not null,
  as_of bigint not null,
  cooling_since bigint not null,
  first_batch boolean not null
);

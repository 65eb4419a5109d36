-- writes: unreconciled_ok (one row per order that was seen in a reconciliation which is not excepted)
-- It is looked at only when settle_run.has_exception.
create table unreconciled_ok (
  order_ref varchar not null
);

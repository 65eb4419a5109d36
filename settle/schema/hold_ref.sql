-- writes: hold_ref (one row per open break that names an order and holds its money)
create table hold_ref (
  order_ref varchar not null,
  reconciliation varchar not null,
  reason varchar not null,
  break_id varchar not null
);

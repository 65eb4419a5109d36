-- writes: proof (one row per currency: the roll-forward of the open difference, minor units)
-- opening + statement - by_nature - ledger - tolerance - closed_by_people = closing =
-- open, the sum over the open breaks.
create table proof (
  currency varchar not null,
  opening_minor bigint not null,
  statement_minor bigint not null,
  by_nature_minor bigint not null,
  ledger_minor bigint not null,
  tolerance_minor bigint not null,
  closed_by_people_minor bigint not null,
  closing_minor bigint not null,
  open_minor bigint not null
);

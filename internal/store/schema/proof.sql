-- writes: proof (one row per currency: the roll-forward of the open difference, minor units)
-- lake: proof
-- key: date, reconciliation, currency
-- opening + statement - by_nature - ledger - tolerance - closed_by_people = closing =
-- open, the sum over the open breaks.
create table proof (
  currency varchar not null, -- ISO 4217 code
  opening_minor bigint not null, -- open difference at the end of the day before
  statement_minor bigint not null, -- sum of the statement rows
  by_nature_minor bigint not null, -- sum of statement rows that our books cannot hold
  ledger_minor bigint not null, -- sum of the own rows
  tolerance_minor bigint not null, -- differences within tolerance that matches keep
  closed_by_people_minor bigint not null, -- differences that decisions closed
  closing_minor bigint not null, -- what the line comes to
  open_minor bigint not null -- sum over the open breaks; the same
);

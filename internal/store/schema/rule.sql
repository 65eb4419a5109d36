-- writes: rule (one row: the settings of the reconciliation that matching obeys)
-- tolerance_minor: how far the amounts of a pair may differ, minor units;
-- one_sided_percent and one_sided_rows: both reached on a side, in rows or in
-- money, make the day suspect.
create table rule (
  tolerance_minor bigint not null,
  one_sided_percent bigint not null,
  one_sided_rows bigint not null
);

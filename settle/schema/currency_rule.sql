-- writes: currency_rule (one row per currency that is paid)
create table currency_rule (
  currency varchar not null,
  minimum_minor bigint not null,
  maximum_minor bigint
);

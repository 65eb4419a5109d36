-- writes: balance_before (one row per payee and currency of the batch before; none for the first)
create table balance_before (
  payee varchar not null,
  currency varchar not null,
  closing_minor bigint not null
);

-- writes: in_part (one row per payee and currency that an earlier part of the period pays)
create table in_part (
  payee varchar not null,
  currency varchar not null
);

-- writes: held_before (the rows of held_entry of the batch before)
create table held_before (
  entry_id varchar not null,
  payee varchar not null,
  currency varchar not null,
  kind varchar not null,
  amount_minor bigint not null
);

-- writes: counted_before (the rows of counted_entry of all earlier complete batches)
-- Batches that were discarded are not among them. The changes of an entry add up
-- to the amount by which it counts.
create table counted_before (
  entry_id varchar not null,
  payee varchar not null,
  currency varchar not null,
  kind varchar not null,
  amount_minor bigint not null,
  change_minor bigint not null,
  occurred_at bigint not null,
  batch_no bigint not null
);

-- writes: key_share (one row: keys that occur at most once a side today, on the statement side, on the ledger side, and on both)
-- When hardly any key joins, the key is read from the wrong column.
create table key_share (
  statement_keys bigint not null,
  ledger_keys bigint not null,
  both_keys bigint not null
);

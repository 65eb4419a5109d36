-- writes: joined_sample (one row per pair of one key, equal or not, from the first lines of each statement)
create table joined_sample (
  statement_file_no integer not null,
  statement_line bigint not null,
  ledger_file_no integer not null,
  ledger_line bigint not null
);

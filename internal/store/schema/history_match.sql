-- writes: history_match (one row per row of match of the last 40 days before today)
create table history_match (
  matched_on date not null,
  statement_arrived_on date,
  statement_file_no integer,
  statement_line bigint,
  ledger_arrived_on date,
  ledger_file_no integer,
  ledger_line bigint,
  group_no bigint not null,
  rule varchar not null,
  difference_minor bigint
);

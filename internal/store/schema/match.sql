-- writes: match (one row per pair; a match of several rows has one row per member of its longer side)
-- Rows are named by the day that read them, file and line; both sides of a row are
-- never null at once. group_no is 0 for a pair, above 0 and the same for the rows of
-- one key_sum, below 0 for those of a manual match. rule: key, key_sum, tolerance,
-- refund_amount or manual. difference_minor is statement - ledger, null where the
-- currencies differ. statement_arrived_on to ledger_line are a unique sort key.
create table match (
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

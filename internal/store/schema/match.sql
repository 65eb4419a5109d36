-- writes: match (one row per pair; a match of several rows has one row per member of its longer side)
-- lake: match
-- key: date, reconciliation, statement_arrived_on, statement_file_no, statement_line, ledger_arrived_on, ledger_file_no, ledger_line
-- Rows are named by the day that read them, file and line; both sides of a row are
-- never null at once. group_no is 0 for a pair, above 0 and the same for the rows of
-- one key_sum, below 0 for those of a manual match. rule: key, key_sum, tolerance,
-- refund_amount or manual. difference_minor is statement - ledger, null where the
-- currencies differ. statement_arrived_on to ledger_line are a unique sort key.
create table match (
  statement_arrived_on date, -- date of the day that read the statement row; null when the row of the match is on the ledger side alone
  statement_file_no integer, -- its `entry.file_no`
  statement_line bigint, -- its `entry.line`
  ledger_arrived_on date, -- date of the day that read the own row; null when the row of the match is on the statement side alone
  ledger_file_no integer, -- its `entry.file_no`
  ledger_line bigint, -- its `entry.line`
  group_no bigint not null, -- 0 for a pair, above 0 and the same for the rows of one key_sum, below 0 for those of a manual match
  rule varchar not null, -- key, key_sum, tolerance, refund_amount or manual
  difference_minor bigint -- statement - ledger; null where the currencies differ
);

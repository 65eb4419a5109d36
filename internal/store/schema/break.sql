-- writes: break (one row per break that is open at the end of the day)
-- difference_minor is statement - ledger in our money's sign, null where the currencies
-- differ; status and the ledger row are those of the own row, also of one that claims
-- no money; due_on is null but for pending, missing and extra; entry ids are '' where
-- the side has no entry.
create table break (
  break_id varchar not null,
  reason varchar not null,
  provider varchar not null,
  account_last4 varchar not null,
  kind varchar not null,
  order_ref varchar not null,
  order_no varchar not null,
  refund_ref varchar not null,
  ref varchar not null,
  currency varchar not null,
  ledger_currency varchar not null,
  statement_minor bigint,
  ledger_minor bigint,
  difference_minor bigint,
  business_date date not null,
  first_seen date not null,
  status varchar not null,
  statement_arrived_on date,
  statement_file_no integer,
  statement_line bigint,
  statement_file varchar not null,
  ledger_arrived_on date,
  ledger_file_no integer,
  ledger_line bigint,
  ledger_file varchar not null,
  detail varchar not null,
  due_on date,
  statement_entry_id varchar not null,
  ledger_entry_id varchar not null
);

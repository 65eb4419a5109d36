-- writes: break (one row per break that is open at the end of the day)
-- lake: break
-- key: date, reconciliation, break_id
-- difference_minor is statement - ledger in our money's sign, null where the currencies
-- differ; status and the ledger row are those of the own row, also of one that claims
-- no money; due_on is null but for pending, missing and extra; entry ids are '' where
-- the side has no entry.
create table break (
  break_id varchar not null, -- B and 16 hexadecimal digits; stays the same for as long as the break is open
  reason varchar not null, -- duplicate, ambiguous, status, currency, amount, fee, pending, missing or extra
  provider varchar not null, -- of the row that opened it
  account_last4 varchar not null, -- last four characters of the account; '' where there is none
  kind varchar not null, -- kind of the row
  order_ref varchar not null, -- order number that was sent to the provider
  order_no varchar not null, -- the shop's own order number
  refund_ref varchar not null, -- number of the refund
  ref varchar not null, -- the provider's number
  currency varchar not null, -- of the statement row, else of the own row
  ledger_currency varchar not null, -- of the own row; '' without one
  statement_minor bigint, -- gross of the statement row; null without one
  ledger_minor bigint, -- gross of the own row, 0 when it claims no money; null without one
  difference_minor bigint, -- statement - ledger; null where the currencies differ
  business_date date not null, -- day the row counts for; the age is counted from it
  first_seen date not null, -- day on which the break was first open
  status varchar not null, -- status of the own row, also of one that claims no money
  statement_arrived_on date, -- date of the day that read the statement row; null without one
  statement_file_no integer, -- its `entry.file_no`
  statement_line bigint, -- its `entry.line`
  statement_file varchar not null, -- its file as people know it; '' without one
  ledger_arrived_on date, -- date of the day that read the own row; null without one
  ledger_file_no integer, -- its `entry.file_no`
  ledger_line bigint, -- its `entry.line`
  ledger_file varchar not null, -- its file as people know it; '' without one
  detail varchar not null, -- what the program adds, like the earlier match that a duplicate repeats, or changed_after_match
  due_on date, -- from this day on a pending row is missing or extra; null for other reasons
  statement_entry_id varchar not null, -- entry id of the statement row; '' without one
  ledger_entry_id varchar not null -- entry id of the own row; '' without one
);

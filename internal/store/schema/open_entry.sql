-- writes: open_entry (one row per entry that is open at the end of the day)
-- lake: open_entry
-- key: date, reconciliation, arrived_on, file_no, line
-- like: entry
-- Both rows of a break that has two stand here, under one break_id. The next day takes them in.
create table open_entry (
  arrived_on date not null, -- date of the day that read the row
  file_no integer not null,
  line bigint not null,
  side varchar not null,
  source varchar not null,
  provider varchar not null,
  own_id varchar not null,
  kind varchar not null,
  status varchar not null,
  order_ref varchar not null,
  order_no varchar not null,
  ref varchar not null,
  refund_ref varchar not null,
  batch_ref varchar not null,
  key_hash bigint not null,
  key_check bigint not null,
  currency varchar not null,
  gross_minor bigint not null,
  adjust_minor bigint not null,
  fee_minor bigint not null,
  net_minor bigint not null,
  occurred_at bigint not null,
  business_date date not null,
  booking_date date,
  value_date date,
  payee varchar not null,
  entry_id varchar not null, -- hash of source, statement date, key and occurrence, which stays the same when the day is read again
  break_id varchar not null, -- the break it belongs to; two rows of one break disagree
  reason varchar not null, -- reason of the break
  first_seen date not null, -- day on which the break was first open
  due_on date, -- from this day on a pending row is missing or extra; null for other reasons
  detail varchar not null, -- as in `break`
  ours_status varchar not null, -- status of the own row that claims no money and made the reason `status`; '' otherwise
  ours_arrived_on date, -- date of the day that read that own row; null otherwise
  ours_file_no integer, -- its `entry.file_no`
  ours_line bigint -- its `entry.line`
);

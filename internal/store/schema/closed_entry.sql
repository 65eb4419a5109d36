-- writes: closed_entry (one row per entry that a person's decision closed up to the day and no one reopened)
-- lake: closed_entry
-- key: date, reconciliation, arrived_on, file_no, line, decision_no
-- like: open_entry
-- The next day knows by them what not to take for new.
create table closed_entry (
  arrived_on date not null,
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
  entry_id varchar not null,
  break_id varchar not null,
  reason varchar not null,
  first_seen date not null,
  due_on date,
  detail varchar not null,
  ours_status varchar not null,
  ours_arrived_on date,
  ours_file_no integer,
  ours_line bigint,
  decision varchar not null, -- write_off, manual_match or another closing word
  decision_no bigint not null, -- number of the decision in the state
  decided_by varchar not null, -- who decided
  closed_on date not null -- day from which the decision counts
);

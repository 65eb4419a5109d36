-- writes: closed (one row per break of the day before that is open no longer)
-- lake: closed
-- key: date, reconciliation, break_id
-- how: matched (by rule), decision, replaced (the own row came again and claims no
-- money) or absorbed (into the break into_break_id). arrived_on, file_no, line and file
-- name the row that closed it, null and '' for a decision; reason, first_seen and
-- difference_minor are those it had.
create table closed (
  break_id varchar not null, -- id it had while it was open
  how varchar not null, -- matched (by a rule), decision, replaced (the own row came again and claims no money) or absorbed (into another break)
  rule varchar not null, -- rule of the match that closed it; '' otherwise
  decision varchar not null, -- word of the decision that closed it; '' otherwise
  decision_no bigint, -- its number; null otherwise
  into_break_id varchar not null, -- break that absorbed it; '' otherwise
  arrived_on date, -- date of the day that read the row that closed it; null for a decision
  file_no integer, -- its `entry.file_no`
  line bigint, -- its `entry.line`
  file varchar not null, -- its file as people know it
  reason varchar not null, -- reason it had
  first_seen date not null, -- day on which it was first open
  currency varchar not null, -- ISO 4217 code
  difference_minor bigint -- difference it had; null where the currencies differ
);

-- writes: closed (one row per break of the day before that is open no longer)
-- how: matched (by rule), decision, replaced (the own row came again and claims no
-- money) or absorbed (into the break into_break_id). arrived_on, file_no, line and file
-- name the row that closed it, null and '' for a decision; reason, first_seen and
-- difference_minor are those it had.
create table closed (
  break_id varchar not null,
  how varchar not null,
  rule varchar not null,
  decision varchar not null,
  decision_no bigint,
  into_break_id varchar not null,
  arrived_on date,
  file_no integer,
  line bigint,
  file varchar not null,
  reason varchar not null,
  first_seen date not null,
  currency varchar not null,
  difference_minor bigint
);

-- writes: gate_check (one row per check that a source, or the day as a whole, went through)
-- lake: gate_check
-- key: date, reconciliation, check_no
-- Only what let the day through is published: a check that failed was accepted by a person.
-- Counts and sums are numbers, in rows or minor units; what is compared as text has
-- no numbers. limits are inclusive.
create table gate_check (
  check_no integer not null, -- number in the day, in the order of the checks
  source varchar not null, -- name of the source; '' for the day as a whole
  file varchar not null, -- file as people know it; '' for all files of the source
  check_name varchar not null, -- account, day, stated_total, no_statement, control_rows, control_sum, repeated_file, last_hour, rows, sum, one_sided or doubt
  subject varchar not null, -- what of it: the name of a stated total, a currency, a side; '' otherwise
  found varchar not null, -- what was found, as text
  wanted varchar not null, -- what it was compared with, as text
  found_value bigint, -- what was found
  least bigint, -- least that passes
  most bigint, -- most that passes
  outcome varchar not null, -- passed, accepted, or off when there was nothing to compare with
  accepted_by varchar not null, -- who accepted it; '' otherwise
  accepted_why varchar not null -- why it was accepted; '' otherwise
);

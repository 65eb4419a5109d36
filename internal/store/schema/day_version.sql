-- writes: day_version (one row: the published version of the day)
-- lake: run
-- key: date, reconciliation
-- No clock and no random number, so that the same inputs give the same row. When a day comes
-- out the same from other inputs, its row stays as it was.
create table day_version (
  version bigint not null, -- 1 for the first, one more for each restatement
  input_digest varchar not null, -- SHA-256 of everything the version was made from
  output_digest varchar not null, -- SHA-256 of the result: all tables but statement, gate_check, fee and run
  engine varchar not null, -- version of the program
  rules_digest varchar not null, -- SHA-256 of the rules the day was judged by
  opening boolean not null, -- first day of the chain, into which nothing was carried
  gap boolean not null, -- the day before was never run
  accepted_for varchar not null, -- what was unusual and accepted; '' otherwise
  accepted_by varchar not null, -- who accepted it; '' otherwise
  accepted_why varchar not null -- why it was accepted; '' otherwise
);

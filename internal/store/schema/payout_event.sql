-- writes: payout_event (one row per step of a payout)
-- lake: payout_event
-- key: event_seq
create table payout_event (
  event_seq bigint, -- number of the step, in the order they were stored
  batch_id varchar, -- batch that published the row, like 2026-08-1
  payout_key varchar, -- payout it belongs to
  rail_ref varchar, -- attempt it belongs to
  from_state varchar, -- state before; '' for the first
  to_state varchar, -- state after
  source varchar, -- who says so: a file, a person, the program
  evidence varchar, -- file by SHA-256 and line, or the event's id
  code varchar, -- code of the answer
  reason varchar, -- text of the answer
  fixable boolean, -- the payee can mend it
  unclear boolean, -- nobody knows whether money moved
  occurred_at bigint, -- when it happened
  recorded_at bigint -- when it was stored
);

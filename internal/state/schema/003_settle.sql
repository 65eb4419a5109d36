-- Settlement. Amounts are minor units, + is owed to the payee; times are epoch
-- microseconds. Numbers ending in _no count up from 1 in the order of writing.

-- One row per payee and currency that a batch ever listed.
create table payee_account (
  account_no BIGINT NOT NULL PRIMARY KEY,
  payee TEXT NOT NULL CHECK (payee <> ''),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  UNIQUE (payee, currency)
);

-- One row per batch. Everything in the batch follows from this row: cutoff,
-- input files, rules, and what was posted before. A discarded draft is followed
-- by the next draft of the same period and part.
create table batch (
  batch_no BIGINT NOT NULL PRIMARY KEY,
  batch_id TEXT NOT NULL UNIQUE,
  period TEXT NOT NULL CHECK (length(period) = 7),
  part BIGINT NOT NULL CHECK (part >= 1),
  draft BIGINT NOT NULL CHECK (draft >= 1),
  start_at BIGINT NOT NULL,
  cutoff BIGINT NOT NULL CHECK (cutoff > start_at),
  zone TEXT NOT NULL,
  as_of BIGINT NOT NULL,
  inputs TEXT NOT NULL,
  rules TEXT NOT NULL,
  holds TEXT NOT NULL,
  exceptions TEXT NOT NULL,
  posting_seq BIGINT NOT NULL,
  event_seq BIGINT NOT NULL,
  approval_required BIGINT NOT NULL CHECK (approval_required IN (0, 1)),
  maker TEXT NOT NULL,
  run_id BIGINT NOT NULL REFERENCES run (run_id),
  created_at BIGINT NOT NULL,
  UNIQUE (period, part, draft)
);

-- One row per batch whose payouts, postings and skips are all stored and whose
-- counts and sums were checked.
create table batch_complete (
  batch_no BIGINT NOT NULL PRIMARY KEY REFERENCES batch (batch_no),
  batch_hash TEXT NOT NULL CHECK (length(batch_hash) = 64),
  payouts BIGINT NOT NULL,
  skips BIGINT NOT NULL,
  summary TEXT NOT NULL,
  posting_seq BIGINT NOT NULL,
  completed_at BIGINT NOT NULL
);

-- One row per draft that was thrown away.
create table batch_discarded (
  batch_no BIGINT NOT NULL PRIMARY KEY REFERENCES batch (batch_no),
  discarded_by TEXT NOT NULL CHECK (discarded_by <> ''),
  why TEXT NOT NULL CHECK (why <> ''),
  discarded_at BIGINT NOT NULL
);

-- One row per batch whose reports were first written: they show the events up
-- to event_seq, for ever.
create table batch_reported (
  batch_no BIGINT NOT NULL PRIMARY KEY REFERENCES batch (batch_no),
  event_seq BIGINT NOT NULL,
  reported_at BIGINT NOT NULL
);

-- One row per payout: the promise to pay a payee for a period, under a key
-- that is never used again.
create table payout (
  payout_no BIGINT NOT NULL PRIMARY KEY,
  payout_key TEXT NOT NULL UNIQUE,
  account_no BIGINT NOT NULL REFERENCES payee_account (account_no),
  period TEXT NOT NULL
);

-- One row per attempt to make a payout.
create table payout_attempt (
  attempt_no BIGINT NOT NULL PRIMARY KEY,
  payout_no BIGINT NOT NULL REFERENCES payout (payout_no),
  attempt BIGINT NOT NULL CHECK (attempt >= 1),
  batch_no BIGINT NOT NULL REFERENCES batch (batch_no),
  rail TEXT NOT NULL CHECK (rail <> ''),
  rail_ref TEXT NOT NULL UNIQUE CHECK (length(rail_ref) = 32),
  amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
  fingerprint TEXT NOT NULL,
  last_four TEXT NOT NULL,
  payee_file TEXT NOT NULL,
  born TEXT NOT NULL CHECK (born IN ('review', 'pending')),
  why TEXT NOT NULL,
  UNIQUE (payout_no, attempt)
);

create index payout_attempt_by_batch on payout_attempt (batch_no);

-- One row per line of our payout books. The lines of one transfer sum to zero.
-- available is what a payee could be paid beside its ledger entries, reserved
-- the money of live payouts, clearing what left for a rail, opening the other
-- side of balances from before the start.
create table posting (
  posting_seq BIGINT NOT NULL PRIMARY KEY,
  transfer_no BIGINT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('opening', 'reserve', 'release', 'discard', 'paid', 'returned')),
  account_no BIGINT NOT NULL REFERENCES payee_account (account_no),
  bucket TEXT NOT NULL CHECK (bucket IN ('available', 'reserved', 'clearing', 'opening')),
  amount_minor BIGINT NOT NULL CHECK (amount_minor <> 0),
  attempt_no BIGINT REFERENCES payout_attempt (attempt_no),
  batch_no BIGINT REFERENCES batch (batch_no),
  posted_at BIGINT NOT NULL
);

-- One reserve, and at most one end of it, per attempt.
create unique index posting_once on posting (attempt_no, kind, bucket) where attempt_no is not null;

-- One row per payee and currency that a batch did not pay.
create table skip (
  batch_no BIGINT NOT NULL REFERENCES batch (batch_no),
  account_no BIGINT NOT NULL REFERENCES payee_account (account_no),
  reason TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (batch_no, account_no)
);

-- One row per transition of an attempt, with its evidence: a file's SHA-256 and
-- line, an event's sender and id, or a person's command. The same evidence is
-- applied once.
create table payout_event (
  event_seq BIGINT NOT NULL PRIMARY KEY,
  attempt_no BIGINT NOT NULL REFERENCES payout_attempt (attempt_no),
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL CHECK (to_state IN ('review', 'pending', 'submitted', 'processing', 'paid', 'returned', 'failed', 'cancelled')),
  source TEXT NOT NULL CHECK (source <> ''),
  evidence TEXT NOT NULL CHECK (evidence <> ''),
  code TEXT NOT NULL,
  reason TEXT NOT NULL,
  fixable BIGINT NOT NULL CHECK (fixable IN (0, 1)),
  unclear BIGINT NOT NULL CHECK (unclear IN (0, 1)),
  occurred_at BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  UNIQUE (attempt_no, source, evidence)
);

create index payout_event_by_attempt on payout_event (attempt_no, event_seq);

-- One row per destination that an account was ever listed with.
create table destination (
  account_no BIGINT NOT NULL REFERENCES payee_account (account_no),
  fingerprint TEXT NOT NULL CHECK (fingerprint <> ''),
  last_four TEXT NOT NULL,
  batch_no BIGINT NOT NULL REFERENCES batch (batch_no),
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (account_no, fingerprint)
);

-- One row per signature under a batch. scope all and all_except_review speak of
-- the whole batch, listed of the rows of approval_item.
create table approval (
  approval_no BIGINT NOT NULL PRIMARY KEY,
  batch_no BIGINT NOT NULL REFERENCES batch (batch_no),
  approved_by TEXT NOT NULL CHECK (approved_by <> ''),
  public_key TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('all', 'all_except_review', 'listed')),
  batch_hash TEXT NOT NULL,
  payouts_hash TEXT NOT NULL,
  signature TEXT NOT NULL,
  approved_at BIGINT NOT NULL
);

create table approval_item (
  approval_no BIGINT NOT NULL REFERENCES approval (approval_no),
  attempt_no BIGINT NOT NULL REFERENCES payout_attempt (attempt_no),
  decision TEXT NOT NULL CHECK (decision IN ('approve', 'refuse')),
  PRIMARY KEY (approval_no, attempt_no)
);

-- One row per file that was made for a bank.
create table submission (
  submission_no BIGINT NOT NULL PRIMARY KEY,
  submission_id TEXT NOT NULL UNIQUE,
  batch_no BIGINT NOT NULL REFERENCES batch (batch_no),
  rail TEXT NOT NULL,
  number BIGINT NOT NULL CHECK (number >= 1),
  path TEXT NOT NULL UNIQUE,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  md5 TEXT NOT NULL CHECK (length(md5) = 32),
  bytes BIGINT NOT NULL,
  payouts BIGINT NOT NULL CHECK (payouts > 0),
  sum_minor BIGINT NOT NULL CHECK (sum_minor > 0),
  currency TEXT NOT NULL,
  execution_date TEXT NOT NULL CHECK (length(execution_date) = 10),
  message_id TEXT NOT NULL,
  payment_info_id TEXT NOT NULL,
  debtor_last_four TEXT NOT NULL,
  redates BIGINT REFERENCES submission (submission_no),
  created_at BIGINT NOT NULL
);

create index submission_by_message on submission (message_id);

create table submission_item (
  submission_no BIGINT NOT NULL REFERENCES submission (submission_no),
  item BIGINT NOT NULL CHECK (item >= 1),
  attempt_no BIGINT NOT NULL REFERENCES payout_attempt (attempt_no),
  PRIMARY KEY (submission_no, item)
);

create index submission_item_by_attempt on submission_item (attempt_no);

-- One row per thing that happened to a submission file.
create table submission_mark (
  mark_no BIGINT NOT NULL PRIMARY KEY,
  submission_no BIGINT NOT NULL REFERENCES submission (submission_no),
  kind TEXT NOT NULL CHECK (kind IN ('placed', 'delivered', 'sent', 'void', 'redated', 'alarm')),
  marked_by TEXT NOT NULL,
  bank_ref TEXT NOT NULL,
  detail TEXT NOT NULL,
  marked_at BIGINT NOT NULL
);

create index submission_mark_by_submission on submission_mark (submission_no);

-- One row per status file that was read; the same bytes, or the same message
-- of the same sender, are read once.
create table status_file (
  status_no BIGINT NOT NULL PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  sender TEXT NOT NULL,
  message_id TEXT NOT NULL,
  path TEXT NOT NULL,
  signals BIGINT NOT NULL,
  applied BIGINT NOT NULL,
  run_id BIGINT NOT NULL REFERENCES run (run_id),
  read_at BIGINT NOT NULL
);

-- One row per signal or event that changed nothing and that a person should
-- look at.
create table payout_exception (
  exception_no BIGINT NOT NULL PRIMARY KEY,
  source TEXT NOT NULL,
  evidence TEXT NOT NULL,
  kind TEXT NOT NULL,
  rail_ref TEXT NOT NULL,
  code TEXT NOT NULL,
  detail TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  UNIQUE (source, evidence, kind)
);

-- One row per change of an entry counted before that a person accepted. From
-- the next batch on the entry counts as it was seen then.
create table restated_accepted (
  accepted_no BIGINT NOT NULL PRIMARY KEY,
  entry_id TEXT NOT NULL,
  content TEXT NOT NULL,
  accepted_by TEXT NOT NULL CHECK (accepted_by <> ''),
  why TEXT NOT NULL CHECK (why <> ''),
  accepted_at BIGINT NOT NULL
);

-- The last event of every attempt, or its birth.
create view payout_state as
select
  a.attempt_no,
  coalesce(e.to_state, a.born) as state,
  coalesce(e.event_seq, 0) as event_seq,
  coalesce(e.unclear, 0) as unclear
from payout_attempt as a
left join payout_event as e
  on e.event_seq = (select max(l.event_seq) from payout_event as l where l.attempt_no = a.attempt_no);

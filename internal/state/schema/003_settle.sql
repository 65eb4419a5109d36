-- Settlement. Amounts are minor units, + is owed to the payee; times are epoch
-- microseconds. Numbers ending in _no count up from 1 in the order of writing.
-- In the tables with a row per payout, checks are chains of OR with the usual
-- word first: IN costs a fifth of the time of posting.

-- One row per payee and currency that a batch ever listed.
create table payee_account (
  account_no BIGINT NOT NULL PRIMARY KEY,
  payee TEXT NOT NULL CHECK (payee <> ''),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  UNIQUE (payee, currency)
);

-- One row per batch. Everything in the batch follows from this row: cutoff,
-- input files, rules, and what was posted, reported by banks and accepted by
-- people before. A discarded draft is followed
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
  accepted_no BIGINT NOT NULL,
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
  event_seq BIGINT NOT NULL,
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

-- One row per attempt to make a payout. A retry was made after its batch was
-- complete.
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
  born TEXT NOT NULL CHECK (born = 'pending' OR born = 'review'),
  why TEXT NOT NULL,
  retry BIGINT NOT NULL CHECK (retry = 0 OR retry = 1),
  UNIQUE (payout_no, attempt)
);

create index payout_attempt_by_batch on payout_attempt (batch_no);

-- One row per line of our payout books. The lines of one transfer sum to zero.
-- available is what a payee could be paid beside its ledger entries, reserved
-- the money of live payouts, clearing what left for a rail, opening the other
-- side of balances from before the start. batch_no is set on the lines that the
-- making of a batch wrote: openings and first reservations. Whatever comes
-- later has none.
create table posting (
  posting_seq BIGINT NOT NULL PRIMARY KEY,
  transfer_no BIGINT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'reserve' OR kind = 'paid' OR kind = 'release' OR kind = 'returned' OR kind = 'discard' OR kind = 'opening'),
  account_no BIGINT NOT NULL REFERENCES payee_account (account_no),
  bucket TEXT NOT NULL CHECK (bucket = 'reserved' OR bucket = 'available' OR bucket = 'clearing' OR bucket = 'opening'),
  amount_minor BIGINT NOT NULL CHECK (amount_minor <> 0),
  attempt_no BIGINT REFERENCES payout_attempt (attempt_no),
  batch_no BIGINT REFERENCES batch (batch_no),
  posted_at BIGINT NOT NULL
);

-- An attempt is reserved once, has at most one end of that (release, discard or
-- paid), and is returned at most once.
create unique index posting_one_reservation on posting (attempt_no) where bucket = 'reserved' and kind = 'reserve';

create unique index posting_one_end on posting (attempt_no) where bucket = 'reserved' and kind <> 'reserve';

create unique index posting_one_return on posting (attempt_no) where bucket = 'clearing' and kind = 'returned';

create unique index posting_one_opening on posting (batch_no, account_no, bucket) where kind = 'opening';

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
-- applied once; it may speak of several steps, like paid and returned.
create table payout_event (
  event_seq BIGINT NOT NULL PRIMARY KEY,
  attempt_no BIGINT NOT NULL REFERENCES payout_attempt (attempt_no),
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL CHECK (
    to_state = 'submitted' OR to_state = 'processing' OR to_state = 'paid' OR to_state = 'failed'
    OR to_state = 'returned' OR to_state = 'pending' OR to_state = 'cancelled'
  ),
  source TEXT NOT NULL CHECK (source <> ''),
  evidence TEXT NOT NULL CHECK (evidence <> ''),
  code TEXT NOT NULL,
  reason TEXT NOT NULL,
  fixable BIGINT NOT NULL CHECK (fixable = 0 OR fixable = 1),
  unclear BIGINT NOT NULL CHECK (unclear = 0 OR unclear = 1),
  occurred_at BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  UNIQUE (attempt_no, source, evidence, to_state)
);

create index payout_event_by_attempt on payout_event (attempt_no, event_seq);

create index payout_event_fixable on payout_event (event_seq) where fixable = 1;

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
-- the whole batch, listed of the rows of approval_item. It speaks of no attempt
-- made after it, which through_attempt_no is the end of.
create table approval (
  approval_no BIGINT NOT NULL PRIMARY KEY,
  batch_no BIGINT NOT NULL REFERENCES batch (batch_no),
  approved_by TEXT NOT NULL CHECK (approved_by <> ''),
  public_key TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('all', 'all_except_review', 'listed')),
  batch_hash TEXT NOT NULL,
  payouts_hash TEXT NOT NULL,
  signature TEXT NOT NULL CHECK (signature <> ''),
  through_attempt_no BIGINT NOT NULL,
  approved_at BIGINT NOT NULL,
  UNIQUE (batch_no, signature)
);

create table approval_item (
  approval_no BIGINT NOT NULL REFERENCES approval (approval_no),
  attempt_no BIGINT NOT NULL REFERENCES payout_attempt (attempt_no),
  decision TEXT NOT NULL CHECK (decision IN ('approve', 'refuse')),
  PRIMARY KEY (approval_no, attempt_no)
);

create index approval_item_by_attempt on approval_item (attempt_no);

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

create index submission_by_payment_info on submission (payment_info_id);

create table submission_item (
  submission_no BIGINT NOT NULL REFERENCES submission (submission_no),
  item BIGINT NOT NULL CHECK (item >= 1),
  attempt_no BIGINT NOT NULL REFERENCES payout_attempt (attempt_no),
  PRIMARY KEY (submission_no, item),
  UNIQUE (submission_no, attempt_no)
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

create unique index submission_mark_once on submission_mark (submission_no, kind) where kind <> 'alarm';

-- One row per status file that was read; the same bytes are read once. A message
-- id may come again: banks use them again.
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

create index status_file_message on status_file (sender, kind, message_id);

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
  UNIQUE (source, evidence, kind, rail_ref)
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

create index restated_accepted_by_entry on restated_accepted (entry_id);

-- The last event of every attempt, or its birth.
create view payout_state as
select
  a.attempt_no,
  coalesce(e.to_state, a.born) as state,
  coalesce(e.event_seq, 0) as event_seq,
  coalesce(e.unclear, 0) as unclear,
  coalesce(e.code, '') as code,
  coalesce(e.reason, '') as reason,
  coalesce(e.recorded_at, 0) as state_at
from payout_attempt as a
left join payout_event as e
  on e.event_seq = (select max(l.event_seq) from payout_event as l where l.attempt_no = a.attempt_no);

-- The attempts that may go into a file: approved by somebody, or of a batch
-- that needs no approval.
create view payout_approved as
select a.attempt_no
from payout_attempt as a
inner join batch as b on b.batch_no = a.batch_no
where b.approval_required = 0
  or exists (
    select 1 from approval as p
    where p.batch_no = a.batch_no
      and a.attempt_no <= p.through_attempt_no
      and (p.scope = 'all' or (p.scope = 'all_except_review' and a.born <> 'review'))
  )
  or exists (
    select 1 from approval_item as i
    where i.attempt_no = a.attempt_no and i.decision = 'approve'
  );

-- Every submission with what its marks say.
create view submission_state as
select
  s.*,
  case when exists (select 1 from submission_mark as m where m.submission_no = s.submission_no and m.kind = 'placed') then 1 else 0 end as placed,
  case when exists (select 1 from submission_mark as m where m.submission_no = s.submission_no and m.kind = 'delivered') then 1 else 0 end as delivered,
  case when exists (select 1 from submission_mark as m where m.submission_no = s.submission_no and m.kind = 'void') then 1 else 0 end as void,
  case when exists (select 1 from submission_mark as m where m.submission_no = s.submission_no and m.kind = 'redated') then 1 else 0 end as redated,
  coalesce(t.marked_at, 0) as sent_at,
  coalesce(t.marked_by, '') as sent_by,
  coalesce(t.bank_ref, '') as bank_ref
from submission as s
left join submission_mark as t on t.submission_no = s.submission_no and t.kind = 'sent';

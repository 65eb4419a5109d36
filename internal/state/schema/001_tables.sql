-- The tables of record. Every table is append-only; times are epoch
-- microseconds, dates yyyy-mm-dd, flags 0 or 1, absent texts ''. JSON is text.

-- One row per started command that may write.
create table run (
  run_id BIGINT NOT NULL PRIMARY KEY,
  command TEXT NOT NULL,
  engine TEXT NOT NULL,
  config TEXT NOT NULL,
  started_at BIGINT NOT NULL
);

-- One row per command that came to its end; a killed one has none.
create table run_end (
  run_id BIGINT NOT NULL PRIMARY KEY REFERENCES run (run_id),
  ended_at BIGINT NOT NULL,
  exit_code BIGINT NOT NULL CHECK (exit_code BETWEEN 0 AND 255),
  outcome TEXT NOT NULL
);

-- One row per file in the archive.
create table raw_file (
  source TEXT NOT NULL,
  date TEXT NOT NULL CHECK (length(date) = 10),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  name TEXT NOT NULL,
  path TEXT NOT NULL,
  bytes BIGINT NOT NULL CHECK (bytes >= 0),
  taken_at BIGINT NOT NULL,
  PRIMARY KEY (source, date, sha256)
);

-- One row per admitted version of a part of a source's day, own exports included.
create table statement (
  source TEXT NOT NULL,
  date TEXT NOT NULL CHECK (length(date) = 10),
  part TEXT NOT NULL,
  version BIGINT NOT NULL CHECK (version >= 1),
  side TEXT NOT NULL CHECK (side IN ('statement', 'ledger')),
  format TEXT NOT NULL,
  digest TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  name TEXT NOT NULL,
  row_count BIGINT NOT NULL CHECK (row_count >= 0),
  totals TEXT NOT NULL,
  stated TEXT NOT NULL,
  oldest_at BIGINT NOT NULL,
  newest_at BIGINT NOT NULL,
  run_id BIGINT NOT NULL REFERENCES run (run_id),
  admitted_at BIGINT NOT NULL,
  PRIMARY KEY (source, date, part, version)
);

-- One row per committed version of a reconciliation's day.
create table day (
  reconciliation TEXT NOT NULL,
  date TEXT NOT NULL CHECK (length(date) = 10),
  version BIGINT NOT NULL CHECK (version >= 1),
  input_digest TEXT NOT NULL,
  inputs TEXT NOT NULL,
  output_digest TEXT NOT NULL,
  rules TEXT NOT NULL,
  engine TEXT NOT NULL,
  opening BIGINT NOT NULL CHECK (opening IN (0, 1)),
  gap BIGINT NOT NULL CHECK (gap IN (0, 1)),
  accepted_by TEXT NOT NULL,
  accepted_why TEXT NOT NULL,
  summary TEXT NOT NULL,
  run_id BIGINT NOT NULL REFERENCES run (run_id),
  committed_at BIGINT NOT NULL,
  PRIMARY KEY (reconciliation, date, version)
);

-- One row per published file of a day's version; path is relative to home.
create table manifest (
  reconciliation TEXT NOT NULL,
  date TEXT NOT NULL,
  version BIGINT NOT NULL,
  table_name TEXT NOT NULL,
  part BIGINT NOT NULL CHECK (part >= 0),
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  bytes BIGINT NOT NULL CHECK (bytes >= 0),
  row_count BIGINT NOT NULL CHECK (row_count >= 0),
  PRIMARY KEY (reconciliation, date, version, table_name, part),
  FOREIGN KEY (reconciliation, date, version) REFERENCES day (reconciliation, date, version)
);

create index manifest_by_table on manifest (table_name, reconciliation, date);

-- One row per day version whose lake files and reports are in place.
create table published (
  reconciliation TEXT NOT NULL,
  date TEXT NOT NULL,
  version BIGINT NOT NULL,
  published_at BIGINT NOT NULL,
  PRIMARY KEY (reconciliation, date, version),
  FOREIGN KEY (reconciliation, date, version) REFERENCES day (reconciliation, date, version)
);

-- One row per time that a published version was found to follow from other
-- inputs as well: the same tables came out. The version stays as it is.
create table reaffirmed (
  reaffirmed_id BIGINT NOT NULL PRIMARY KEY,
  reconciliation TEXT NOT NULL,
  date TEXT NOT NULL,
  version BIGINT NOT NULL,
  input_digest TEXT NOT NULL,
  inputs TEXT NOT NULL,
  run_id BIGINT NOT NULL REFERENCES run (run_id),
  reaffirmed_at BIGINT NOT NULL,
  FOREIGN KEY (reconciliation, date, version) REFERENCES day (reconciliation, date, version)
);

create index reaffirmed_by_day on reaffirmed (reconciliation, date, version);

-- One row per try at a day, whatever came of it.
create table attempt (
  attempt_id BIGINT NOT NULL PRIMARY KEY,
  reconciliation TEXT NOT NULL,
  date TEXT NOT NULL CHECK (length(date) = 10),
  run_id BIGINT NOT NULL REFERENCES run (run_id),
  state TEXT NOT NULL CHECK (state IN ('not_ready', 'refused', 'suspect', 'failed', 'blocked', 'done', 'current')),
  message TEXT NOT NULL,
  faults TEXT NOT NULL,
  tried_at BIGINT NOT NULL
);

create index attempt_by_day on attempt (date, reconciliation);

-- One row per thing a person said about a break. The words of the column
-- decision stand in words.go.
create table decision (
  decision_id BIGINT NOT NULL PRIMARY KEY,
  break_id TEXT NOT NULL CHECK (break_id <> ''),
  reconciliation TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('note', 'assign', 'closure')),
  decision TEXT NOT NULL,
  partner_break_id TEXT NOT NULL,
  owner TEXT NOT NULL,
  comment TEXT NOT NULL,
  decided_by TEXT NOT NULL CHECK (decided_by <> ''),
  decided_at BIGINT NOT NULL,
  effective_on TEXT NOT NULL,
  CHECK (kind <> 'closure' OR (decision <> '' AND length(effective_on) = 10))
);

create index decision_by_break on decision (break_id);

create view run_latest as
select r.run_id, r.command, r.engine, r.config, r.started_at, e.ended_at, e.exit_code, e.outcome
from run as r
left join run_end as e on e.run_id = r.run_id;

create view statement_latest as
select s.*
from statement as s
where s.version = (
  select max(l.version) from statement as l
  where l.source = s.source and l.date = s.date and l.part = s.part
);

create view day_latest as
select
  d.reconciliation,
  d.date,
  d.version,
  coalesce(r.input_digest, d.input_digest) as input_digest,
  coalesce(r.inputs, d.inputs) as inputs,
  d.output_digest,
  d.rules,
  d.engine,
  d.opening,
  d.gap,
  d.accepted_by,
  d.accepted_why,
  d.summary,
  d.run_id,
  d.committed_at
from day as d
left join reaffirmed as r
  on r.reaffirmed_id = (
    select max(l.reaffirmed_id) from reaffirmed as l
    where l.reconciliation = d.reconciliation and l.date = d.date and l.version = d.version
  )
where d.version = (
  select max(l.version) from day as l
  where l.reconciliation = d.reconciliation and l.date = d.date
);

create view manifest_latest as
select m.*
from manifest as m
inner join day_latest as d
  on d.reconciliation = m.reconciliation and d.date = m.date and d.version = m.version;

create view attempt_latest as
select a.*
from attempt as a
where a.attempt_id = (
  select max(l.attempt_id) from attempt as l
  where l.reconciliation = a.reconciliation and l.date = a.date
);

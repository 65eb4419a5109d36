-- Mails and chat messages that are to be sent. Every table is append-only;
-- what to say is JSON, to whom is the name of a target in the configuration:
-- addresses of servers, webhooks and passwords are never here.

-- One row per message for one target. version counts the messages of a kind
-- about a date for a target; standing is what the date came to when it was said.
create table outbox (
  message_no BIGINT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('day', 'morning', 'run')),
  date TEXT NOT NULL CHECK (length(date) = 10),
  target TEXT NOT NULL CHECK (target <> ''),
  version BIGINT NOT NULL CHECK (version >= 1),
  severity TEXT NOT NULL CHECK (severity IN ('failed', 'action', 'info')),
  standing TEXT NOT NULL,
  body TEXT NOT NULL,
  run_id BIGINT NOT NULL REFERENCES run (run_id),
  queued_at BIGINT NOT NULL,
  UNIQUE (kind, date, target, version)
);

-- One row per try that did not succeed, with what was said, secrets left out.
create table outbox_try (
  try_no BIGINT NOT NULL PRIMARY KEY,
  message_no BIGINT NOT NULL REFERENCES outbox (message_no),
  run_id BIGINT NOT NULL REFERENCES run (run_id),
  tried_at BIGINT NOT NULL,
  error TEXT NOT NULL CHECK (error <> '')
);

create index outbox_try_by_message on outbox_try (message_no);

-- One row per message that needs nothing more: sent, or given up.
create table outbox_end (
  message_no BIGINT NOT NULL PRIMARY KEY REFERENCES outbox (message_no),
  outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'given_up')),
  note TEXT NOT NULL,
  run_id BIGINT NOT NULL REFERENCES run (run_id),
  ended_at BIGINT NOT NULL
);

create view outbox_waiting as
select o.*
from outbox as o
left join outbox_end as e on e.message_no = o.message_no
where e.message_no is null;

create trigger outbox_no_update before update on outbox
begin
  select raise(abort, 'outbox is append-only: write a new row');
end;

create trigger outbox_no_delete before delete on outbox
begin
  select raise(abort, 'outbox is append-only: rows stay for ever');
end;

create trigger outbox_try_no_update before update on outbox_try
begin
  select raise(abort, 'outbox_try is append-only: write a new row');
end;

create trigger outbox_try_no_delete before delete on outbox_try
begin
  select raise(abort, 'outbox_try is append-only: rows stay for ever');
end;

create trigger outbox_end_no_update before update on outbox_end
begin
  select raise(abort, 'outbox_end is append-only: write a new row');
end;

create trigger outbox_end_no_delete before delete on outbox_end
begin
  select raise(abort, 'outbox_end is append-only: rows stay for ever');
end;

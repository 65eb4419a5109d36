-- One row per time that the published tables of all batches were brought up to
-- the books: everything up to these sequences is in them.
create table settle_published (
  published_no BIGINT NOT NULL PRIMARY KEY,
  event_seq BIGINT NOT NULL,
  posting_seq BIGINT NOT NULL,
  published_at BIGINT NOT NULL
);

create trigger settle_published_no_update before update on settle_published
begin
  select raise(abort, 'settle_published is append-only: write a new row');
end;

create trigger settle_published_no_delete before delete on settle_published
begin
  select raise(abort, 'settle_published is append-only: rows stay for ever');
end;

-- An event that comes again is found by its evidence.
create index payout_event_by_evidence on payout_event (source, evidence);

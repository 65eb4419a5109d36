-- A destination that only a discarded draft listed was never approved by
-- anybody: the draft in its place lists it anew, in a row of its own.
create table destination_by_batch (
  account_no BIGINT NOT NULL REFERENCES payee_account (account_no),
  fingerprint TEXT NOT NULL CHECK (fingerprint <> ''),
  last_four TEXT NOT NULL,
  batch_no BIGINT NOT NULL REFERENCES batch (batch_no),
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (account_no, fingerprint, batch_no)
);

insert into destination_by_batch (account_no, fingerprint, last_four, batch_no, seen_at)
select account_no, fingerprint, last_four, batch_no, seen_at from destination;

drop table destination;

alter table destination_by_batch rename to destination;

create trigger destination_no_update before update on destination
begin
  select raise(abort, 'destination is append-only: write a new row');
end;

create trigger destination_no_delete before delete on destination
begin
  select raise(abort, 'destination is append-only: rows stay for ever');
end;

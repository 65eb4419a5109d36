-- A copy for the bank's program may lie there from the moment it is begun, and
-- be fetched before that is stored: from then on only its removal says that the
-- bank has not got it.

-- One row per file whose copy was begun.
create table delivery_begun (
  submission_no BIGINT NOT NULL PRIMARY KEY REFERENCES submission (submission_no),
  begun_at BIGINT NOT NULL
);

-- One row per redated file whose copy was removed before anybody fetched it.
create table delivery_withdrawn (
  submission_no BIGINT NOT NULL PRIMARY KEY REFERENCES submission (submission_no),
  withdrawn_at BIGINT NOT NULL
);

-- Copies of before are begun when they are delivered.
insert into delivery_begun (submission_no, begun_at)
select m.submission_no, m.marked_at from submission_mark as m where m.kind = 'delivered';

create trigger delivery_begun_no_update before update on delivery_begun
begin
  select raise(abort, 'delivery_begun is append-only: write a new row');
end;

create trigger delivery_begun_no_delete before delete on delivery_begun
begin
  select raise(abort, 'delivery_begun is append-only: rows stay for ever');
end;

create trigger delivery_withdrawn_no_update before update on delivery_withdrawn
begin
  select raise(abort, 'delivery_withdrawn is append-only: write a new row');
end;

create trigger delivery_withdrawn_no_delete before delete on delivery_withdrawn
begin
  select raise(abort, 'delivery_withdrawn is append-only: rows stay for ever');
end;

-- Banks use message ids again: a state made when this index was unique would
-- refuse such a file for ever.
drop index if exists status_file_message;

create index status_file_message on status_file (sender, kind, message_id);

-- A destination that a discarded draft listed and its successor paid is known by
-- that payment. States of before have it under the draft alone, which counts no
-- more: without this a changed account would look like a first one.
insert into destination (account_no, fingerprint, last_four, batch_no, seen_at)
select p.account_no, a.fingerprint, a.last_four, min(a.batch_no), min(b.as_of)
from payout_attempt as a
inner join payout as p on p.payout_no = a.payout_no
inner join batch as b on b.batch_no = a.batch_no
where not exists (select 1 from batch_discarded as x where x.batch_no = a.batch_no)
  and not exists (
    select 1 from destination as d
    where d.account_no = p.account_no and d.fingerprint = a.fingerprint
      and not exists (select 1 from batch_discarded as y where y.batch_no = d.batch_no)
  )
group by p.account_no, a.fingerprint, a.last_four;

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

create trigger reaffirmed_no_update before update on reaffirmed
begin
  select raise(abort, 'reaffirmed is append-only: write a new row');
end;

create trigger reaffirmed_no_delete before delete on reaffirmed
begin
  select raise(abort, 'reaffirmed is append-only: rows stay for ever');
end;

drop view day_latest;

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

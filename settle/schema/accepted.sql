-- writes: accepted (the last restatement of each entry that a person accepted)
-- content is that of the table restated, in which the person saw it.
create table accepted (
  entry_id varchar not null,
  content varchar not null
);

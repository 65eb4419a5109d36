-- writes: open_id (one row per row of the pool that stayed open and had no entry id)
create table open_id (
  n bigint not null,
  entry_id varchar not null
);

-- writes: wanted_row (one row per row of today that matching needs whole: the plain join did not settle it, or its name is asked for)
-- settled rows are wanted for their name alone: a left-over row of the statement may have
-- the same. again says that the row was read again: all its columns stand in row_again.
create table wanted_row (
  file_no integer not null,
  line bigint not null,
  settled boolean not null,
  again boolean not null
);

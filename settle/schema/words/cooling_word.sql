-- writes: cooling_word (one row per instant at which a destination was first seen: the end of its waiting)
create table cooling_word (
  seen_at bigint not null,
  until varchar not null
);

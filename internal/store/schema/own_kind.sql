-- writes: own_kind (one row per kind that some own source of the reconciliation can produce)
-- Statement rows of every other kind are not in our books by nature.
create table own_kind (
  kind varchar not null
);

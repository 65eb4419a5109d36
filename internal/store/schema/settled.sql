-- writes: settled (one row per currency: the pairs that the plain join settled)
-- gross_minor adds up what both rows of each pair have.
create table settled (
  currency varchar not null,
  pairs bigint not null,
  gross_minor bigint not null
);

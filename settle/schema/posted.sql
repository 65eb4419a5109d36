-- writes: posted (one row per payee and currency with postings of ours)
-- Sums up to the batch's sequence. available_minor includes opening_minor, what
-- the opening file posted or will post with this batch. The since columns speak
-- of the time after the batch before: paid_since_minor is what retries reserved
-- less what discards gave back, returned_since_minor what failed, was cancelled or
-- came back; available moved by returned_since_minor - paid_since_minor.
create table posted (
  payee varchar not null,
  currency varchar not null,
  available_minor bigint not null,
  reserved_minor bigint not null,
  opening_minor bigint not null,
  paid_since_minor bigint not null,
  returned_since_minor bigint not null,
  had_payout boolean not null
);

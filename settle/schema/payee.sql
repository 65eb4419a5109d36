-- writes: payee (one row per payee and currency of the export of payees)
-- kyc is verified, pending, rejected or '' for not checked. wrong says what is
-- wrong with the destination, rail_refusal why the rail cannot carry it; after
-- `review:` a person may still let it through. seen_at is the first instant at
-- which this destination was listed for the account, null for a new one. known:
-- another destination was listed for the account before this one. blocked is the
-- code with which a payout to this destination failed for a reason that only
-- the payee can mend.
create table payee (
  payee varchar not null,
  currency varchar not null,
  rail varchar not null,
  country varchar not null,
  kyc varchar not null,
  frozen boolean not null,
  wrong varchar not null,
  rail_refusal varchar not null,
  fingerprint varchar not null,
  last_four varchar not null,
  seen_at bigint,
  known boolean not null,
  blocked varchar not null,
  line bigint not null
);

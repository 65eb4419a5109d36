-- writes: statement (one row per admitted text: a file, or one part of a zip)
-- lake: statement
-- key: date, reconciliation, file_no
-- An own export that serves several reconciliations has a row in each, with the rows
-- that belong there. account_last4, oldest and newest are '' and null when there is none.
create table statement (
  file_no integer not null, -- number in the day; rows of entry, match and break name it
  side varchar not null, -- statement or ledger
  source varchar not null, -- name of the source in the configuration
  format varchar not null, -- format it was read as
  provider varchar not null, -- provider of the format; '' for own exports
  account_last4 varchar not null, -- last four characters of the account
  name varchar not null, -- file as people know it, the account number hidden
  part varchar not null, -- number of the part of a statement that comes in parts; '' otherwise
  sha256 varchar not null, -- of the file's bytes, by which the archive keeps it
  bytes bigint not null, -- size of the file
  rows_digest varchar not null, -- of the rows in canonical form, whatever their order
  rows_read bigint not null, -- rows of the text
  entries bigint not null, -- rows of this reconciliation
  ignored bigint not null, -- own rows dropped by the source's ignore
  unclaiming bigint not null, -- own rows of this reconciliation that claim no money
  oldest bigint, -- earliest occurred_at
  newest bigint, -- latest occurred_at
  gate varchar not null, -- passed or accepted
  gate_detail varchar not null -- what was accepted, or the provider's word that the day has no statement
);

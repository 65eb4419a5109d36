-- writes: restated (one row per counted entry that the ledger has changed and nobody accepted; it counts as before)
-- lake: restated
-- key: batch_id, entry_id, payee, currency
create table restated (
  batch_id varchar, -- batch that published the row, like 2026-08-1
  entry_id varchar, -- id that the ledger gives the entry
  payee varchar, -- whose money it is now
  currency varchar, -- its currency now
  change varchar, -- gone, changed or void
  was_minor bigint, -- what it was counted with
  now_minor bigint, -- what it would count now
  was_payee varchar, -- payee it was counted for
  was_currency varchar, -- currency it was counted in
  was_kind varchar, -- kind it was counted as
  was_at bigint, -- when it happened, as it was counted
  now_at bigint, -- when it happened, as the ledger has it now; null when it is gone
  content varchar -- digest of the change, which accepting it names
);

-- writes: held_entry (one row per new entry that a batch holds back, because its order has an open break)
-- lake: held_entry
-- key: batch_id, entry_id
-- Each batch asks again, so an entry counts as soon as nothing holds it.
create table held_entry (
  batch_id varchar, -- batch that published the row, like 2026-08-1
  entry_id varchar, -- id that the ledger gives the entry
  payee varchar, -- whose money it is
  currency varchar, -- ISO 4217 code
  kind varchar, -- sale, refund, chargeback, adjustment or external_payout
  amount_minor bigint, -- what it would count; + is owed to the payee
  occurred_at bigint, -- when it happened
  order_ref varchar, -- order number that was sent to the provider
  reconciliation varchar, -- reconciliation that holds it
  reason varchar, -- reason of the break
  break_id varchar -- the break; '' when the reconciliation as a whole was left out
);

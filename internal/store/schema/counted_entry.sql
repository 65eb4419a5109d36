-- writes: counted_entry (one row per entry and account that a batch counts: new ones, and accepted changes)
-- lake: counted_entry
-- key: batch_id, entry_id, payee, currency
-- The sum of change_minor over all batches is what was counted so far.
create table counted_entry (
  batch_id varchar, -- batch that published the row, like 2026-08-1
  batch_no bigint, -- number of the batch in the state
  entry_id varchar, -- id that the ledger gives the entry
  payee varchar, -- whose money it is
  currency varchar, -- ISO 4217 code
  kind varchar, -- sale, refund, chargeback, adjustment or external_payout
  amount_minor bigint, -- what the entry counts from now on; + is owed to the payee
  change_minor bigint, -- what it adds to the balance
  occurred_at bigint, -- when it happened
  order_ref varchar, -- order number that was sent to the provider
  file_no integer, -- number of the file in the batch; null for an entry that is gone
  line bigint -- line of the file; null for an entry that is gone
);

-- reads: joined
-- writes: key_share (one row: keys of today on the statement side, on the ledger side, and on both)
-- why: when hardly any key joins, the key is read from the wrong column.
create table key_share as
select
  count(*) filter (where j.statement_line is not null) as statement_keys,
  count(*) filter (where j.ledger_line is not null) as ledger_keys,
  count(*) filter (where j.statement_line is not null and j.ledger_line is not null) as both_keys
from joined as j

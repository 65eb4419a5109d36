-- reads: entry
-- writes: unclaimed (one row per own row of today that claims no money and has a key)
-- why: they are looked at for the reason status, by key.
create table unclaimed as
select e.file_no as file_no, e.line as line, e.status as status, e.key_hash as key_hash, e.key_check as key_check
from entry as e
where e.side = 'ledger' and e.status in ('pending', 'closed') and e.key_hash <> 0

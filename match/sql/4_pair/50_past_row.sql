-- reads: known_key, needed_key, history_entry, unclaimed, run
-- writes: past_row (one row per row of an earlier day, or own row of today that claims no money, with the key of a one-sided row)
-- why: one read of the history serves both the matched keys and the own status.
create table past_row as
select
  h.arrived_on as arrived_on,
  h.file_no as file_no,
  h.line as line,
  h.side as side,
  h.status as status,
  h.key_hash as key_hash,
  h.key_check as key_check
from history_entry as h
where h.key_hash in (select k.key_hash from known_key as k)
union all
select
  run.business_date as arrived_on,
  u.file_no as file_no,
  u.line as line,
  'ledger' as side,
  u.status as status,
  u.key_hash as key_hash,
  u.key_check as key_check
from unclaimed as u
cross join run
where u.key_hash in (select k.key_hash from needed_key as k)

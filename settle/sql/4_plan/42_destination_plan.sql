-- reads: account, payee
-- writes: destination_plan (one row per account whose destination was never listed before)
-- why: from here on it is known, so that a change is seen. One that is wrong was never a
-- destination: correcting it is no change.
create table destination_plan as
select
  a.payee as payee,
  a.currency as currency,
  p.fingerprint as fingerprint,
  p.last_four as last_four
from account as a
join payee as p on p.payee = a.payee and p.currency = a.currency
where p.seen_at is null and p.fingerprint <> '' and p.wrong = ''

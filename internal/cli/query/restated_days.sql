-- title: Days that were published more than once, follow a gap, or had something accepted
select r.date as date, r.reconciliation as reconciliation, r.version as version, r.gap as gap, r.accepted_for as accepted_for, r.accepted_by as accepted_by, r.accepted_why as accepted_why
from run as r
where (r.version > 1 or r.accepted_by <> '' or r.gap) and r.date between cast($from as date) and cast($to as date)
order by r.date, r.reconciliation

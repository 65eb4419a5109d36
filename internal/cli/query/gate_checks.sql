-- title: What files went through at their gates, with what did not pass by itself first
select g.date as date, g.reconciliation as reconciliation, g.source as source, g.check_name as check_name, g.subject as subject, g.outcome as outcome, g.found as found, g.wanted as wanted, g.accepted_by as accepted_by, g.accepted_why as accepted_why
from gate_check as g
where g.date between cast($from as date) and cast($to as date)
order by case g.outcome when 'accepted' then 0 when 'off' then 1 else 2 end, g.date, g.reconciliation, g.check_no

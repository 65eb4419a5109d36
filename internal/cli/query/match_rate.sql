-- title: Match rate by day, in rows and in money
-- Statement rows of the day's files, and those of them that were open when it ended.
with statement_row as (
  select e.date as date, e.reconciliation as reconciliation, e.currency as currency, count(*) as entries, sum(abs(e.gross_minor)) as minor
  from entry as e
  where e.side = 'statement' and e.date between cast($from as date) and cast($to as date)
  group by all
), open_row as (
  select o.date as date, o.reconciliation as reconciliation, o.currency as currency, count(*) as entries, sum(abs(o.gross_minor)) as minor
  from open_entry as o
  where o.side = 'statement' and o.arrived_on = o.date and o.date between cast($from as date) and cast($to as date)
  group by all
)
select
  s.date as date,
  s.reconciliation as reconciliation,
  s.currency as currency,
  s.entries as entries,
  coalesce(o.entries, 0) as open_entries,
  floor((s.entries - coalesce(o.entries, 0)) * 10000 / s.entries) / 100 as matched_percent,
  cast(s.minor as bigint) as statement_minor,
  cast(coalesce(o.minor, 0) as bigint) as open_minor,
  floor((s.minor - coalesce(o.minor, 0)) * 10000 / nullif(s.minor, 0)) / 100 as matched_money_percent
from statement_row as s
left join open_row as o on o.date = s.date and o.reconciliation = s.reconciliation and o.currency = s.currency
order by s.date, s.reconciliation, s.currency

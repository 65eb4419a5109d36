-- reads: restated
-- writes: restated_note (one row per account that a change nobody accepted touches)
-- why: an entry that moved touches the account it counts for and the one it stands at now.
create table restated_note as
with touched as (
  select r.entry_id as entry_id, r.payee as payee, r.currency as currency from restated as r
  union all
  select r.entry_id as entry_id, r.was_payee as payee, r.was_currency as currency from restated as r
),
once as (
  select t.payee as payee, t.currency as currency, t.entry_id as entry_id
  from touched as t
  group by t.payee, t.currency, t.entry_id
)
select
  o.payee as payee,
  o.currency as currency,
  'entries changed after they counted: ' || cast(count(*) as string) || '; first ' || substr(min(o.entry_id), 1, 64) as detail
from once as o
group by o.payee, o.currency

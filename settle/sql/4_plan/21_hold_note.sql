-- reads: held_entry
-- writes: hold_note (one row per account with held entries: how many, and one of them)
-- why: what a skip says to people; all of them stand in held_entry. Numbers from files
-- are cut, as they can be of any length.
create table hold_note as
with numbered as (
  select
    h.payee as payee,
    h.currency as currency,
    substr(h.order_ref, 1, 64) as order_ref,
    h.reconciliation as reconciliation,
    h.reason as reason,
    row_number() over (partition by h.payee, h.currency order by h.order_ref nulls last, h.entry_id nulls last) as n
  from held_entry as h
),
counted as (
  select h.payee as payee, h.currency as currency, count(*) as entries
  from held_entry as h
  group by h.payee, h.currency
)
select
  c.payee as payee,
  c.currency as currency,
  'held entries: ' || cast(c.entries as string) || '; first of '
    || case when n.order_ref = '' then 'no order' else 'order ' || n.order_ref end
    || case when n.reason = 'unreconciled' then ', not reconciled' else ', open break ' || n.reason || ' in ' || n.reconciliation end
    as detail
from counted as c
join numbered as n on n.payee = c.payee and n.currency = c.currency and n.n = 1

-- reads: news, last_counted, accepted, settle_run
-- writes: change_row (one row per entry that counted before and is changed, void or gone)
-- why: content is what a person accepts; the payee stands last because it alone can hold
-- spaces. However a row is void, it counts nothing. An entry that moved to another
-- period goes on counting: it counts once.
create table change_row as
with changed as (
  select
    l.entry_id as entry_id,
    case when n.payee is null then 'gone' when n.is_confirmed then 'changed' else 'void' end as change,
    coalesce(n.payee, l.payee) as payee,
    coalesce(n.currency, l.currency) as currency,
    coalesce(n.kind, l.kind) as kind,
    l.amount_minor as was_minor,
    case when n.is_confirmed then n.amount_minor else 0 end as now_minor,
    l.payee as was_payee,
    l.currency as was_currency,
    l.kind as was_kind,
    l.occurred_at as was_at,
    n.occurred_at as now_at,
    coalesce(n.order_ref, '') as order_ref,
    coalesce(n.file_no, 0) as file_no,
    coalesce(n.line, 0) as line,
    n.is_confirmed and run.start_at <= n.occurred_at and n.occurred_at < run.cutoff as in_time,
    case
      when n.payee is null then 'gone'
      when n.is_confirmed then
        'confirmed ' || n.currency || ' ' || n.kind || ' ' || cast(n.amount_minor as string) || ' ' || cast(n.occurred_at as string) || ' ' || n.payee
      else 'void'
    end as content
  from news as n
  join last_counted as l on l.entry_id = n.entry_id
  cross join settle_run as run
  where not n.is_new and not n.is_early
),
answer as (
  select a.entry_id as entry_id, a.content as content
  from accepted as a
  group by a.entry_id, a.content
)
select c.*, a.entry_id is not null as is_accepted
from changed as c
left join answer as a on a.entry_id = c.entry_id and a.content = c.content

-- reads: current_entry, last_counted, settle_run
-- writes: news (one row per entry that does not count as the ledger has it; one that is gone has only its id)
-- why: one pass over both finds what is new, what is changed and what is gone; the rest,
-- which in later months is nearly all, is never touched again. is_early: before the
-- start. is_known: it counted before. What counts nothing and is void or gone now
-- still counts nothing.
create table news as
with seen as (
  select
    e.file_no as file_no,
    e.line as line,
    e.entry_id as entry_id,
    e.payee as payee,
    e.currency as currency,
    e.kind as kind,
    e.amount_minor as amount_minor,
    e.occurred_at as occurred_at,
    e.order_ref as order_ref,
    e.status = 'confirmed' as is_confirmed,
    e.status = 'confirmed' and e.occurred_at < run.cutoff as may_count,
    e.occurred_at < run.start_at as is_early
  from current_entry as e
  cross join settle_run as run
)
select
  s.file_no as file_no,
  s.line as line,
  coalesce(s.entry_id, l.entry_id) as entry_id,
  s.payee as payee,
  s.currency as currency,
  s.kind as kind,
  s.amount_minor as amount_minor,
  s.occurred_at as occurred_at,
  s.order_ref as order_ref,
  coalesce(s.is_confirmed, false) as is_confirmed,
  l.entry_id is null and not s.is_early as is_new,
  l.entry_id is null and s.is_early as is_early,
  l.entry_id is not null as is_known
from seen as s
full outer join last_counted as l on l.entry_id = s.entry_id
where (l.entry_id is null and s.may_count)
  or (l.amount_minor <> 0 and (s.entry_id is null or not s.is_confirmed))
  or (
    s.is_confirmed
    and (
      l.payee <> s.payee
      or l.currency <> s.currency
      or l.kind <> s.kind
      or l.amount_minor <> s.amount_minor
      or l.occurred_at <> s.occurred_at
    )
  )

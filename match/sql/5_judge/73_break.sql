-- reads: open_entry, file, run
-- writes: break (one row per break that is open at the end of today)
-- why: a pair that disagrees is one break; own rows that claim no money count 0; where the
-- currencies differ there is no difference. A break of own rows only takes provider and
-- account from the statements of today when these have but one.
create table break as
with theirs as (
  select o.* from open_entry as o where o.side = 'statement'
),
ours as (
  select o.* from open_entry as o where o.side = 'ledger'
),
account as (
  select min(f.provider) as provider, min(f.account_last4) as account_last4
  from file as f
  join run on run.business_date = f.arrived_on
  where f.side = 'statement'
  having min(f.provider) = max(f.provider) and min(f.account_last4) = max(f.account_last4)
),
paired as (
  select
    coalesce(t.break_id, o.break_id) as break_id,
    coalesce(t.reason, o.reason) as reason,
    t.provider as provider,
    coalesce(t.kind, o.kind) as kind,
    coalesce(nullif(t.order_ref, ''), o.order_ref, '') as order_ref,
    coalesce(nullif(o.order_no, ''), t.order_no, '') as order_no,
    coalesce(nullif(t.refund_ref, ''), o.refund_ref, '') as refund_ref,
    coalesce(nullif(t.ref, ''), o.ref, '') as ref,
    coalesce(t.currency, o.currency) as currency,
    coalesce(o.currency, t.currency) as ledger_currency,
    t.gross_minor as statement_minor,
    case when t.reason = 'status' then 0 else o.gross_minor end as ledger_minor,
    coalesce(t.business_date, o.business_date) as business_date,
    case
      when t.first_seen is null then o.first_seen
      when o.first_seen < t.first_seen then o.first_seen
      else t.first_seen
    end as first_seen,
    coalesce(nullif(t.ours_status, ''), o.status, '') as status,
    t.arrived_on as statement_arrived_on,
    t.file_no as statement_file_no,
    t.line as statement_line,
    coalesce(o.arrived_on, t.ours_arrived_on) as ledger_arrived_on,
    coalesce(o.file_no, t.ours_file_no) as ledger_file_no,
    coalesce(o.line, t.ours_line) as ledger_line,
    coalesce(nullif(t.detail, ''), o.detail, '') as detail,
    coalesce(t.due_on, o.due_on) as due_on,
    coalesce(t.entry_id, '') as statement_entry_id,
    coalesce(o.entry_id, '') as ledger_entry_id
  from theirs as t
  full outer join ours as o on o.break_id = t.break_id
)
select
  p.break_id as break_id,
  p.reason as reason,
  coalesce(p.provider, a.provider, '') as provider,
  coalesce(s.account_last4, a.account_last4, '') as account_last4,
  p.kind as kind,
  p.order_ref as order_ref,
  p.order_no as order_no,
  p.refund_ref as refund_ref,
  p.ref as ref,
  p.currency as currency,
  p.ledger_currency as ledger_currency,
  p.statement_minor as statement_minor,
  p.ledger_minor as ledger_minor,
  case
    when p.currency <> p.ledger_currency then null
    else coalesce(p.statement_minor, 0) - coalesce(p.ledger_minor, 0)
  end as difference_minor,
  p.business_date as business_date,
  p.first_seen as first_seen,
  p.status as status,
  p.statement_arrived_on as statement_arrived_on,
  p.statement_file_no as statement_file_no,
  p.statement_line as statement_line,
  coalesce(s.name, '') as statement_file,
  p.ledger_arrived_on as ledger_arrived_on,
  p.ledger_file_no as ledger_file_no,
  p.ledger_line as ledger_line,
  coalesce(l.name, '') as ledger_file,
  p.detail as detail,
  case when p.reason in ('pending', 'missing', 'extra') then p.due_on end as due_on,
  p.statement_entry_id as statement_entry_id,
  p.ledger_entry_id as ledger_entry_id
from paired as p
left join file as s on s.arrived_on = p.statement_arrived_on and s.file_no = p.statement_file_no
left join file as l on l.arrived_on = p.ledger_arrived_on and l.file_no = p.ledger_file_no
left join account as a on p.provider is null and a.provider is not null

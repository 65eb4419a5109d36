-- title: Rows that share the key of a break: its candidates, and what was matched before
-- arg break: the break's id
with anchor as (
  select distinct o.reconciliation as reconciliation, o.key_hash as key_hash, o.key_check as key_check, o.kind as kind, o.order_ref as order_ref, o.currency as currency, o.gross_minor as gross_minor
  from open_entry as o
  where o.break_id = $break
), row_of_key as (
  select distinct e.date as date, e.reconciliation as reconciliation, e.side as side, e.file_no as file_no, e.line as line, e.kind as kind, e.status as status, e.order_ref as order_ref, e.refund_ref as refund_ref, e.ref as ref,
    e.currency as currency, e.gross_minor as gross_minor, e.occurred_at as occurred_at
  from entry as e
  join anchor as a on a.reconciliation = e.reconciliation
    and (a.key_hash <> 0 and e.key_hash = a.key_hash and e.key_check = a.key_check
      or a.kind = 'refund' and e.kind = 'refund' and e.order_ref = a.order_ref and e.currency = a.currency and e.gross_minor = a.gross_minor)
  where e.date between cast($from as date) and cast($to as date)
)
select
  r.date as date, r.side as side, r.kind as kind, r.status as status, r.order_ref as order_ref, r.refund_ref as refund_ref, r.ref as ref, r.currency as currency, r.gross_minor as gross_minor,
  make_timestamp(r.occurred_at) as occurred_at_utc, s.name as file, r.line as line,
  (select min(m.date) from match as m where m.reconciliation = r.reconciliation and (
    r.side = 'statement' and m.statement_arrived_on = r.date and m.statement_file_no = r.file_no and m.statement_line = r.line
    or r.side = 'ledger' and m.ledger_arrived_on = r.date and m.ledger_file_no = r.file_no and m.ledger_line = r.line)) as matched_on
from row_of_key as r
left join statement as s on s.date = r.date and s.reconciliation = r.reconciliation and s.file_no = r.file_no
order by r.occurred_at, r.date, r.file_no, r.line

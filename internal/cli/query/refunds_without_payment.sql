-- title: Refunds at a provider for orders of which no payment was ever read
with refund as (
  select e.date as date, e.reconciliation as reconciliation, e.file_no as file_no, e.line as line, e.order_ref as order_ref, e.refund_ref as refund_ref, e.ref as ref, e.currency as currency, e.gross_minor as gross_minor
  from entry as e
  where e.side = 'statement' and e.kind = 'refund' and e.order_ref <> '' and e.date between cast($from as date) and cast($to as date)
)
select r.date as date, r.reconciliation as reconciliation, r.order_ref as order_ref, r.refund_ref as refund_ref, r.ref as ref, r.currency as currency, r.gross_minor as gross_minor, r.file_no as file_no, r.line as line
from refund as r
where not exists (select 1 from entry as p where p.side = 'statement' and p.kind = 'payment' and p.reconciliation = r.reconciliation and p.order_ref = r.order_ref)
order by r.date, r.reconciliation, r.file_no, r.line

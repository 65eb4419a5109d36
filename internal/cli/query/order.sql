-- title: Everything about one order: its rows on both sides, what they matched and what is open
-- arg order: the number sent to the provider, or the shop's own
-- Two looks by one column each read little, one look by both would read all.
with found as (
  select e.* from entry as e where e.order_ref = $order and e.date between cast($from as date) and cast($to as date)
  union
  select e.* from entry as e where e.order_no = $order and e.date between cast($from as date) and cast($to as date)
), matched as (
  select f.date as date, f.reconciliation as reconciliation, f.file_no as file_no, f.line as line, min(m.date) as matched_on, arg_min(m.rule, m.date) as rule
  from found as f
  join match as m on m.reconciliation = f.reconciliation
    and case when f.side = 'statement' then m.statement_arrived_on else m.ledger_arrived_on end = f.date
    and case when f.side = 'statement' then m.statement_file_no else m.ledger_file_no end = f.file_no
    and case when f.side = 'statement' then m.statement_line else m.ledger_line end = f.line
  group by all
), last_open as (
  select o.arrived_on as date, o.reconciliation as reconciliation, o.file_no as file_no, o.line as line, arg_max(o.reason, o.date) as reason, arg_max(o.break_id, o.date) as break_id, max(o.date) as open_until
  from open_entry as o
  join found as f on f.reconciliation = o.reconciliation and f.date = o.arrived_on and f.file_no = o.file_no and f.line = o.line
  group by all
)
select
  f.date as date, f.reconciliation as reconciliation, f.side as side, f.source as source, f.kind as kind, f.status as status, f.order_ref as order_ref, f.order_no as order_no,
  f.refund_ref as refund_ref, f.ref as ref, f.currency as currency, f.gross_minor as gross_minor, f.fee_minor as fee_minor, make_timestamp(f.occurred_at) as occurred_at_utc,
  m.matched_on as matched_on, m.rule as rule, o.reason as reason, o.break_id as break_id, o.open_until as open_until, s.name as file, f.line as line
from found as f
left join matched as m on m.date = f.date and m.reconciliation = f.reconciliation and m.file_no = f.file_no and m.line = f.line
left join last_open as o on o.date = f.date and o.reconciliation = f.reconciliation and o.file_no = f.file_no and o.line = f.line
left join statement as s on s.date = f.date and s.reconciliation = f.reconciliation and s.file_no = f.file_no
order by f.occurred_at, f.date, f.reconciliation, f.file_no, f.line

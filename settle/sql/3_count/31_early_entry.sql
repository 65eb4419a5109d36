-- reads: news
-- writes: early_entry (one row per confirmed entry before the start)
-- why: they never count; people see how many there are and how much.
create table early_entry as
select
  n.entry_id as entry_id,
  n.payee as payee,
  n.currency as currency,
  n.kind as kind,
  n.amount_minor as amount_minor,
  n.occurred_at as occurred_at,
  n.order_ref as order_ref,
  n.file_no as file_no,
  n.line as line
from news as n
where n.is_early

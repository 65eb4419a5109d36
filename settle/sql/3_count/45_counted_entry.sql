-- reads: news, held_row, accepted_change
-- writes: counted_entry (one row per entry and account that this batch counts: new ones, and accepted changes)
-- why: the balance moves by change_minor; amount_minor is what the entry counts from now
-- on. A view, because in the first month it is the whole ledger.
create view counted_entry as
select
  n.entry_id as entry_id,
  n.payee as payee,
  n.currency as currency,
  n.kind as kind,
  n.amount_minor as amount_minor,
  n.amount_minor as change_minor,
  n.occurred_at as occurred_at,
  n.order_ref as order_ref,
  n.file_no as file_no,
  n.line as line
from news as n
left join held_row as h on h.file_no = n.file_no and h.line = n.line
where n.is_new and h.line is null
union all
select
  a.entry_id as entry_id,
  a.payee as payee,
  a.currency as currency,
  a.kind as kind,
  a.amount_minor as amount_minor,
  a.change_minor as change_minor,
  a.occurred_at as occurred_at,
  a.order_ref as order_ref,
  a.file_no as file_no,
  a.line as line
from accepted_change as a

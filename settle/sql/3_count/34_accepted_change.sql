-- reads: change_row
-- writes: accepted_change (rows of counted_entry for the changes that were accepted: one, or two when the account changed)
-- why: what counts is the difference; the old account gives back what it counted.
create table accepted_change as
select
  c.entry_id as entry_id,
  c.payee as payee,
  c.currency as currency,
  c.kind as kind,
  c.now_minor as amount_minor,
  c.now_minor - c.was_minor as change_minor,
  c.now_at as occurred_at,
  c.order_ref as order_ref,
  c.file_no as file_no,
  c.line as line
from change_row as c
where c.is_accepted and c.change = 'changed' and c.payee = c.was_payee and c.currency = c.was_currency
union all
select
  c.entry_id as entry_id,
  c.payee as payee,
  c.currency as currency,
  c.kind as kind,
  c.now_minor as amount_minor,
  c.now_minor as change_minor,
  c.now_at as occurred_at,
  c.order_ref as order_ref,
  c.file_no as file_no,
  c.line as line
from change_row as c
where c.is_accepted and c.change = 'changed' and (c.payee <> c.was_payee or c.currency <> c.was_currency)
union all
select
  c.entry_id as entry_id,
  c.was_payee as payee,
  c.was_currency as currency,
  c.was_kind as kind,
  0 as amount_minor,
  0 - c.was_minor as change_minor,
  c.was_at as occurred_at,
  c.order_ref as order_ref,
  c.file_no as file_no,
  c.line as line
from change_row as c
where c.is_accepted
  and c.was_minor <> 0
  and (c.change <> 'changed' or c.payee <> c.was_payee or c.currency <> c.was_currency)

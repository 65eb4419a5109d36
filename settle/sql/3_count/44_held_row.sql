-- reads: hold_candidate, held_order
-- writes: held_row (one row per row of held_entry: where it stands in the ledger)
-- why: numbers are compared faster than ids.
create table held_row as
select c.file_no as file_no, c.line as line
from hold_candidate as c
join held_order as o on o.payee = c.payee and o.currency = c.currency and o.order_ref = c.order_ref

-- reads: counted_before, counted_again
-- writes: standing_again (one row per row of counted_again: how the entry counts now)
-- why: when an entry moved to another account its last batch has two rows: on the old
-- account it counts nothing any more, on the new one its change is its whole amount.
create table standing_again as
with numbered as (
  select
    c.*,
    row_number() over (
      partition by c.entry_id
      order by
        case when c.change_minor = c.amount_minor then 0 else 1 end nulls last,
        c.payee nulls last,
        c.currency nulls last
    ) as n
  from counted_before as c
  join counted_again as a on a.entry_id = c.entry_id and a.batch_no = c.batch_no
)
select
  c.entry_id as entry_id,
  c.payee as payee,
  c.currency as currency,
  c.kind as kind,
  c.amount_minor as amount_minor,
  c.occurred_at as occurred_at
from numbered as c
where c.n = 1

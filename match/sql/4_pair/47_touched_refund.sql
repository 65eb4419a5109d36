-- reads: pool, closed_row, standing, again
-- writes: touched_refund (one row per key 2 of a refund that something new was learnt of today)
-- why: a carried refund is judged anew when a row of its key 2 arrives.
create table touched_refund as
with news as (
  select p.order_ref as order_ref, p.currency as currency, p.gross_minor as gross_minor
  from pool as p
  where p.kind = 'refund' and p.touched
  union all
  select c.order_ref as order_ref, c.currency as currency, c.gross_minor as gross_minor
  from closed_row as c
  where c.kind = 'refund'
  union all
  select o.order_ref as order_ref, o.currency as currency, o.gross_minor as gross_minor
  from standing as o
  join again as a on a.earlier_arrived_on = o.arrived_on and a.earlier_file_no = o.file_no and a.earlier_line = o.line
  where o.kind = 'refund' and a.how = 'replaces'
)
select n.order_ref as order_ref, n.currency as currency, n.gross_minor as gross_minor
from news as n
where n.order_ref <> ''
group by n.order_ref, n.currency, n.gross_minor

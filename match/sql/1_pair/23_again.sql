-- reads: entry, superseded, standing, closed_entry, matched_before
-- writes: again (one row per own row of today whose own id is open, was closed by a decision or was matched)
-- why: a row is open, or else matched, or else closed: each is later than the next. how is `replaces` (the earlier row is open: the later takes its place), `repeated`
-- (nothing new: stays out), `after_close` (differs from what a person closed) or
-- `changed` (differs from what was matched: that match is reopened).
create table again as
with present as (
  select
    e.file_no as file_no,
    e.line as line,
    e.source as source,
    e.own_id as own_id,
    e.kind as kind,
    e.status as status,
    e.order_ref as order_ref,
    e.key_hash as key_hash,
    e.key_check as key_check,
    e.currency as currency,
    e.gross_minor as gross_minor,
    e.fee_minor as fee_minor
  from entry as e
  where e.side = 'ledger'
    and not exists (select 1 from superseded as x where x.file_no = e.file_no and x.line = e.line)
),
open_before as (
  select
    p.file_no as file_no, p.line as line, 'replaces' as how,
    o.arrived_on as earlier_arrived_on, o.file_no as earlier_file_no, o.line as earlier_line,
    o.currency as earlier_currency, o.gross_minor as earlier_minor
  from present as p
  join standing as o on o.source = p.source and o.own_id = p.own_id
  where o.side = 'ledger'
),
last_closed as (
  select
    c.arrived_on as arrived_on,
    c.file_no as file_no,
    c.line as line,
    c.source as source,
    c.own_id as own_id,
    c.kind as kind,
    c.order_ref as order_ref,
    c.key_hash as key_hash,
    c.key_check as key_check,
    c.currency as currency,
    c.gross_minor as gross_minor,
    c.fee_minor as fee_minor,
    row_number() over (partition by c.source, c.own_id order by c.decision_no desc nulls last, c.line nulls first) as turn
  from closed_entry as c
  where c.side = 'ledger'
),
closed_before as (
  select
    p.file_no as file_no, p.line as line,
    case
      when p.kind = c.kind
        and p.key_hash = c.key_hash
        and p.key_check = c.key_check
        and p.currency = c.currency
        and p.gross_minor = c.gross_minor
        and p.fee_minor = c.fee_minor
        and (p.key_hash <> 0 or p.order_ref = c.order_ref)
      then 'repeated'
      else 'after_close'
    end as how,
    c.arrived_on as earlier_arrived_on, c.file_no as earlier_file_no, c.line as earlier_line,
    c.currency as earlier_currency, c.gross_minor as earlier_minor
  from present as p
  join last_closed as c on c.source = p.source and c.own_id = p.own_id
  where c.turn = 1 and p.status <> 'pending' and p.status <> 'closed'
),
known as (
  select * from open_before
  union all
  select
    m.file_no as file_no, m.line as line,
    case when m.same then 'repeated' else 'changed' end as how,
    m.earlier_arrived_on as earlier_arrived_on, m.earlier_file_no as earlier_file_no, m.earlier_line as earlier_line,
    m.earlier_currency as earlier_currency, m.earlier_minor as earlier_minor
  from matched_before as m
  where not exists (select 1 from superseded as x where x.file_no = m.file_no and x.line = m.line)
    and not exists (select 1 from open_before as o where o.file_no = m.file_no and o.line = m.line)
  union all
  select *
  from closed_before as c
  where not exists (select 1 from open_before as o where o.file_no = c.file_no and o.line = c.line)
    and not exists (select 1 from matched_before as m where m.file_no = c.file_no and m.line = c.line)
)
select
  k.file_no as file_no,
  k.line as line,
  k.how as how,
  p.status as status,
  p.key_hash as key_hash,
  p.key_check as key_check,
  p.currency as currency,
  p.gross_minor as gross_minor,
  k.earlier_arrived_on as earlier_arrived_on,
  k.earlier_file_no as earlier_file_no,
  k.earlier_line as earlier_line,
  k.earlier_currency as earlier_currency,
  k.earlier_minor as earlier_minor
from known as k
join present as p on p.file_no = k.file_no and p.line = k.line

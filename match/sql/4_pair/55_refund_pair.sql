-- reads: refund_left
-- writes: refund_pair (one row per refund that key 2 gives partners: one unique to unique, or several)
-- why: two refunds with numbers of their own are different refunds, so a row is a
-- candidate only if it has no number or the other side has a row without one.
create table refund_pair as
with lacking as (
  select
    r.order_ref as order_ref,
    r.currency as currency,
    r.gross_minor as gross_minor,
    count(*) filter (where r.side = 'statement' and not r.real_key) as statement_lacking,
    count(*) filter (where r.side = 'ledger' and not r.real_key) as ledger_lacking
  from refund_left as r
  group by r.order_ref, r.currency, r.gross_minor
),
candidate as (
  select r.n as n, r.side as side, r.order_ref as order_ref, r.currency as currency, r.gross_minor as gross_minor
  from refund_left as r
  join lacking as k on k.order_ref = r.order_ref and k.currency = r.currency and k.gross_minor = r.gross_minor
  where not r.real_key
    or (r.side = 'statement' and 0 < k.ledger_lacking)
    or (r.side = 'ledger' and 0 < k.statement_lacking)
),
counted as (
  select
    c.order_ref as order_ref,
    c.currency as currency,
    c.gross_minor as gross_minor,
    count(*) filter (where c.side = 'statement') as statement_rows,
    count(*) filter (where c.side = 'ledger') as ledger_rows,
    min(c.n) filter (where c.side = 'statement') as statement_n,
    min(c.n) filter (where c.side = 'ledger') as ledger_n
  from candidate as c
  group by c.order_ref, c.currency, c.gross_minor
)
select
  c.n as n,
  c.side as side,
  k.statement_n as statement_n,
  k.ledger_n as ledger_n,
  k.statement_rows = 1 and k.ledger_rows = 1 as is_unique
from candidate as c
join counted as k on k.order_ref = c.order_ref and k.currency = c.currency and k.gross_minor = c.gross_minor
where 0 < k.statement_rows and 0 < k.ledger_rows

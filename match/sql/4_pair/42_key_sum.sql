-- reads: pair_rest
-- writes: key_sum (one row per row of pass b: the sums of one key in one currency are the same)
-- why: a basket of three sellers is one payment at the provider and three in the books;
-- turn pairs the members up for the match table.
create table key_sum as
with balance as (
  select
    r.key_hash as key_hash,
    r.key_check as key_check,
    r.currency as currency,
    cast(coalesce(sum(r.gross_minor) filter (where r.side = 'statement'), 0) as bigint) as statement_minor,
    cast(coalesce(sum(r.gross_minor) filter (where r.side = 'ledger'), 0) as bigint) as ledger_minor,
    count(*) filter (where r.side = 'statement') as statement_rows,
    count(*) filter (where r.side = 'ledger') as ledger_rows,
    min(r.n) as first_n
  from pair_rest as r
  group by r.key_hash, r.key_check, r.currency
),
numbered as (
  select
    b.key_hash as key_hash,
    b.key_check as key_check,
    b.currency as currency,
    row_number() over (order by b.first_n nulls first) as group_no
  from balance as b
  where b.statement_minor = b.ledger_minor and 0 < b.statement_rows and 0 < b.ledger_rows
)
select
  r.n as n,
  r.side as side,
  g.group_no as group_no,
  row_number() over (
    partition by g.group_no, r.side
    order by r.occurred_at nulls first, r.n nulls first
  ) as turn
from pair_rest as r
join numbered as g on g.key_hash = r.key_hash and g.key_check = r.key_check and g.currency = r.currency

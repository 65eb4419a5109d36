-- reads: pool, matched_row, one_to_one, alone, refund_left, refund_pair
-- writes: fate (one row per row of pool that no pass matched: what the passes say of it)
-- why: `kept` keeps its reason of before, `one_sided` is judged by history, status and due
-- date; partner_n is the other row of a pair that disagrees.
create table fate as
with unmatched as (
  select p.n as n, p.touched as touched, p.key_hash as key_hash, p.real_key as real_key
  from pool as p
  where not exists (select 1 from matched_row as m where m.n = p.n)
),
disagreeing as (
  select o.statement_n as n, o.ledger_n as partner_n, o.outcome as outcome from one_to_one as o
  union all
  select o.ledger_n as n, o.statement_n as partner_n, o.outcome as outcome from one_to_one as o
)
select
  u.n as n,
  d.partner_n as partner_n,
  case
    when d.outcome is not null then d.outcome
    when x.n is not null then 'ambiguous'
    when a.had_other then 'duplicate'
    when u.real_key and 1 < a.turn then 'duplicate'
    when a.n is not null then 'one_sided'
    when u.touched and u.key_hash <> 0 then 'ambiguous'
    when u.touched then 'one_sided'
    when r.n is not null then 'one_sided'
    else 'kept'
  end as outcome
from unmatched as u
left join disagreeing as d on d.n = u.n
left join refund_pair as x on x.n = u.n
left join alone as a on a.n = u.n
left join refund_left as r on r.n = u.n

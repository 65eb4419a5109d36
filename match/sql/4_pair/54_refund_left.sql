-- reads: pool, alone, touched_refund, past_match, past_closure
-- writes: refund_left (one row per refund that key 1 left over and key 2 looks at today)
-- why: a row of key 1 with a real refund number stands for itself once; without one,
-- key 1 says nothing and every row is looked at. Carried refunds take part when a row
-- of their key 2 is new, unless key 1 has already said what they are. A refund number that
-- was matched or closed on an earlier day is one too many, whoever else has no number.
create table refund_left as
with free as (
  select p.n as n
  from pool as p
  join alone as a on a.n = p.n
  where p.touched and not a.had_other and (not p.real_key or a.turn = 1)
  union all
  select p.n as n
  from pool as p
  where p.touched and p.key_hash = 0
  union all
  select p.n as n
  from pool as p
  where not p.touched
    and (
      p.reason in ('pending', 'missing', 'extra', 'status')
      or (
        p.reason = 'ambiguous'
        and not exists (
          select 1
          from pool as q
          where q.key_hash = p.key_hash
            and q.key_check = p.key_check
            and q.side <> p.side
            and q.key_hash <> 0
        )
      )
    )
)
select
  p.n as n,
  p.side as side,
  p.order_ref as order_ref,
  p.currency as currency,
  p.gross_minor as gross_minor,
  p.real_key as real_key
from pool as p
join free as f on f.n = p.n
join touched_refund as t on t.order_ref = p.order_ref and t.currency = p.currency and t.gross_minor = p.gross_minor
where p.kind = 'refund'
  and not exists (
    select 1
    from past_match as m
    where m.key_hash = p.key_hash
      and m.key_check = p.key_check
      and (p.real_key or m.matched_by_key_on is not null)
  )
  and not exists (
    select 1
    from past_closure as c
    where c.key_hash = p.key_hash and c.key_check = p.key_check and p.real_key
  )

-- reads: fate, pool, open_id, due, again, past_closure, past_match, own_status, run
-- writes: verdict (one row per row of pool that stays open: its id and its reason)
-- why: a one-sided row is judged in this order: already closed or matched, own row that
-- claims no money, not due, and only then missing or extra. Of the kept reasons only
-- pending changes by itself. A condition on the left side of a left join stands in a
-- case: beside an equality it would make the engine compare every row with every row.
create table verdict as
with known as (
  select
    p.n as n,
    p.side as side,
    p.reason as old_reason,
    p.detail as old_detail,
    p.break_id as old_break_id,
    p.ours_status as old_status,
    p.ours_arrived_on as old_arrived_on,
    p.ours_file_no as old_file_no,
    p.ours_line as old_line,
    p.first_seen as first_seen,
    p.key_hash as key_hash,
    p.key_check as key_check,
    p.real_key as real_key,
    case when p.entry_id = '' then i.entry_id else p.entry_id end as entry_id,
    f.outcome as outcome,
    f.partner_n as partner_n,
    run.business_date as today,
    a.how as how,
    case
      when p.due_on is not null then p.due_on
      when p.occurred_at < d.window_from then d.due_on
      else d.due_on_late
    end as due_on
  from fate as f
  join pool as p on p.n = f.n
  left join open_id as i on i.n = f.n
  left join due as d on d.source = p.source and d.kind = p.kind and d.business_date = p.business_date
  left join again as a
    on a.how = 'after_close'
    and a.file_no = case when p.origin = 'new' and p.side = 'ledger' then p.file_no end
    and a.line = p.line
  cross join run
),
looked_up as (
  select
    k.*,
    c.break_id as closed_break_id,
    c.decision as decision,
    c.closed_on as closed_on,
    case when k.real_key then m.matched_on else m.matched_by_key_on end as matched_on,
    s.status as own_status,
    s.arrived_on as own_arrived_on,
    s.file_no as own_file_no,
    s.line as own_line
  from known as k
  left join past_closure as c on c.key_hash = k.key_hash and c.key_check = k.key_check
  left join past_match as m on m.key_hash = k.key_hash and m.key_check = k.key_check
  left join own_status as s
    on s.key_hash = case when k.side = 'statement' then k.key_hash end
    and s.key_check = k.key_check
),
judged as (
  select
    l.*,
    case
      when l.outcome = 'kept' and l.old_reason = 'pending' and l.due_on <= l.today then
        case when l.side = 'statement' then 'missing' else 'extra' end
      when l.outcome = 'kept' then l.old_reason
      when l.outcome <> 'one_sided' then l.outcome
      when l.how is not null then 'duplicate'
      when l.closed_on is not null then 'duplicate'
      when l.matched_on is not null then 'duplicate'
      when l.own_status is not null then 'status'
      when l.today < l.due_on then 'pending'
      when l.side = 'statement' then 'missing'
      else 'extra'
    end as reason
  from looked_up as l
)
select
  j.n as n,
  j.side as side,
  j.entry_id as entry_id,
  j.outcome as outcome,
  j.partner_n as partner_n,
  j.old_break_id as old_break_id,
  j.first_seen as first_seen,
  j.due_on as due_on,
  j.reason as reason,
  case
    when j.outcome = 'kept' then j.old_detail
    when j.outcome = 'one_sided' and j.closed_on is not null then
      'closed ' || cast(j.closed_on as string) || ' as ' || j.decision || ', break ' || j.closed_break_id
    when j.outcome = 'one_sided' and j.how is not null then 'changed_after_close'
    when j.old_detail = 'changed_after_match' then j.old_detail
    when j.outcome = 'one_sided' and j.matched_on is not null then 'matched ' || cast(j.matched_on as string)
    else ''
  end as detail,
  case when j.outcome = 'kept' then j.old_status when j.reason = 'status' then j.own_status else '' end as ours_status,
  case when j.outcome = 'kept' then j.old_arrived_on when j.reason = 'status' then j.own_arrived_on end as ours_arrived_on,
  case when j.outcome = 'kept' then j.old_file_no when j.reason = 'status' then j.own_file_no end as ours_file_no,
  case when j.outcome = 'kept' then j.old_line when j.reason = 'status' then j.own_line end as ours_line
from judged as j

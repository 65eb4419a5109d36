-- reads: carried, break, open_entry, closed_row, again, pool, matched_row, file, run
-- writes: closed (one row per break of the day before that is open no longer)
-- why: how is `decision`, `matched`, `replaced` (the own row came again and claims no money)
-- or `absorbed` (its entry is now part of another break). The fate of a break is that of the
-- entry it is named after; file and line name the row that closed it; into_break_id is the
-- break in which an entry of it is still open.
create table closed as
with member as (
  select
    o.break_id as break_id,
    o.reason as reason,
    o.first_seen as first_seen,
    o.currency as currency,
    o.arrived_on as arrived_on,
    o.file_no as file_no,
    o.line as line,
    row_number() over (
      partition by o.break_id
      order by
        case when 'B' || upper(substr(o.entry_id, 1, 16)) = o.break_id then 0 else 1 end nulls first,
        o.entry_id nulls first
    ) as turn
  from carried as o
  where not exists (select 1 from break as b where b.break_id = o.break_id)
),
standing_at as (
  select
    m.break_id as break_id,
    m.reason as reason,
    m.first_seen as first_seen,
    m.currency as currency,
    coalesce(run.business_date, m.arrived_on) as arrived_on,
    coalesce(a.file_no, m.file_no) as file_no,
    coalesce(a.line, m.line) as line,
    a.how as how,
    c.decision as decision,
    c.decision_no as decision_no
  from member as m
  left join again as a
    on a.how = 'replaces' and a.earlier_arrived_on = m.arrived_on and a.earlier_file_no = m.file_no and a.earlier_line = m.line
  left join run on a.how = 'replaces'
  left join closed_row as c on c.arrived_on = m.arrived_on and c.file_no = m.file_no and c.line = m.line
  where m.turn = 1
),
pooled as (
  select s.*, p.n as n, x.rule as rule, x.group_no as group_no, x.pair_n as pair_n
  from standing_at as s
  left join pool as p on p.arrived_on = s.arrived_on and p.file_no = s.file_no and p.line = s.line
  left join matched_row as x on x.n = p.n
),
closer as (
  select
    s.break_id as break_id,
    q.arrived_on as arrived_on,
    q.file_no as file_no,
    q.line as line,
    row_number() over (
      partition by s.break_id
      order by
        q.arrived_on desc nulls last,
        case when q.n = s.n then 1 else 0 end nulls first,
        q.n nulls first
    ) as turn
  from pooled as s
  join matched_row as x on x.rule = s.rule and x.group_no = s.group_no and x.pair_n = s.pair_n
  join pool as q on q.n = x.n
),
still_open as (
  select i.break_id as break_id, min(o.break_id) as into_break_id
  from carried as i
  join open_entry as o on o.entry_id = i.entry_id
  group by i.break_id
),
named as (
  select
    s.break_id as break_id,
    s.reason as reason,
    s.first_seen as first_seen,
    s.currency as currency,
    case
      when s.decision is not null then 'decision'
      when s.rule is not null then 'matched'
      when s.n is not null then 'absorbed'
      else 'replaced'
    end as how,
    coalesce(s.rule, '') as rule,
    coalesce(s.decision, '') as decision,
    s.decision_no as decision_no,
    coalesce(i.into_break_id, '') as into_break_id,
    case when s.decision is not null then null when s.rule is not null then k.arrived_on else s.arrived_on end as arrived_on,
    case when s.decision is not null then null when s.rule is not null then k.file_no else s.file_no end as file_no,
    case when s.decision is not null then null when s.rule is not null then k.line else s.line end as line
  from pooled as s
  left join closer as k on k.break_id = s.break_id and k.turn = 1
  left join still_open as i on i.break_id = s.break_id
),
worth as (
  select
    o.break_id as break_id,
    min(o.first_seen) as first_seen,
    case
      when min(o.currency) <> max(o.currency) then null
      else cast(coalesce(sum(o.gross_minor) filter (where o.side = 'statement'), 0) - coalesce(sum(o.gross_minor) filter (where o.side = 'ledger'), 0) as bigint)
    end as difference_minor
  from carried as o
  group by o.break_id
)
select
  d.break_id as break_id,
  d.how as how,
  d.rule as rule,
  d.decision as decision,
  d.decision_no as decision_no,
  d.into_break_id as into_break_id,
  d.arrived_on as arrived_on,
  d.file_no as file_no,
  d.line as line,
  coalesce(f.name, '') as file,
  d.reason as reason,
  w.first_seen as first_seen,
  d.currency as currency,
  w.difference_minor as difference_minor
from named as d
join worth as w on w.break_id = d.break_id
left join file as f on f.arrived_on = d.arrived_on and f.file_no = d.file_no

-- reads: settled, pool_match, repeated, break, closed, carried, entry_total
-- writes: day_count (one row per thing that is counted; reasons without breaks are absent)
-- why: a pair, a match of several rows and a break count one each.
create table day_count as
select 'matched' as name, cast(sum(x.entries) as bigint) as entries
from (
  select cast(coalesce(sum(s.pairs), 0) as bigint) as entries from settled as s
  union all
  select count(*) as entries from pool_match as m where m.group_no = 0
) as x
union all
select 'matched_group' as name, count(*) as entries
from (select m.group_no as group_no from pool_match as m where m.group_no <> 0 group by m.group_no) as g
union all
select 'repeated' as name, count(*) as entries from repeated as r
union all
select b.reason as name, count(*) as entries from break as b group by b.reason
union all
select 'closed' as name, count(*) as entries from closed as c
union all
select 'carried_in' as name, count(*) as entries
from (select o.break_id as break_id from carried as o group by o.break_id) as i
union all
select 'carried_new' as name, count(*) as entries
from break as b
where not exists (select 1 from carried as o where o.break_id = b.break_id)
union all
select 'carried_out' as name, count(*) as entries from break as b
union all
select 'by_nature' as name, cast(coalesce(sum(t.entries), 0) as bigint) as entries from entry_total as t where t.by_nature
union all
select 'no_claim' as name, cast(coalesce(sum(t.entries), 0) as bigint) as entries from entry_total as t where not t.claims

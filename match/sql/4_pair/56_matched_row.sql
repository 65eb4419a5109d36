-- reads: key_pair, key_sum, one_to_one, refund_pair
-- writes: matched_row (one row per row of pool that a pass matched)
-- why: pairs have group_no 0 and know each other by pair_n, the statement row's number.
create table matched_row as
select k.statement_n as n, 'key' as rule, 0 as group_no, k.statement_n as pair_n from key_pair as k
union all
select k.ledger_n as n, 'key' as rule, 0 as group_no, k.statement_n as pair_n from key_pair as k
union all
select k.n as n, 'key_sum' as rule, k.group_no as group_no, 0 as pair_n from key_sum as k
union all
select o.statement_n as n, 'tolerance' as rule, 0 as group_no, o.statement_n as pair_n from one_to_one as o where o.outcome = 'tolerance'
union all
select o.ledger_n as n, 'tolerance' as rule, 0 as group_no, o.statement_n as pair_n from one_to_one as o where o.outcome = 'tolerance'
union all
select r.n as n, 'refund_amount' as rule, 0 as group_no, r.statement_n as pair_n from refund_pair as r where r.is_unique

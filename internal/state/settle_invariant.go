package state

import (
	"context"
	"database/sql"
	"fmt"
)

// invariants are laws of the payout books. Each query returns what breaks the
// law, as text.
var invariants = []struct{ law, query string }{
	{"every transfer is two lines of one account that sum to zero", `select 'transfer ' || t.transfer_no from (
  select transfer_no from posting
  group by transfer_no
  having sum(amount_minor) <> 0 or count(*) <> 2 or min(account_no) <> max(account_no)
) as t`},
	{"the reserved money of an account is that of its live payouts", `select n.payee || ' ' || n.currency || ': reserved ' || t.reserved || ', live ' || t.live from (
  select account_no, sum(reserved) as reserved, sum(live) as live from (
    select account_no, sum(amount_minor) as reserved, 0 as live from posting where bucket = 'reserved' group by account_no
    union all
    select p.account_no, 0, sum(a.amount_minor) from payout_attempt as a
    inner join payout as p on p.payout_no = a.payout_no
    inner join payout_state as t on t.attempt_no = a.attempt_no
    where t.state in ('review', 'pending', 'submitted', 'processing')
    group by p.account_no
  ) as u group by account_no
) as t
inner join payee_account as n on n.account_no = t.account_no
where t.reserved <> t.live`},
	{"a payout has the reservation, and the end of it, that its state wants", `select 'payout ' || a.rail_ref || ', ' || t.state || ': ' || coalesce(g.kinds, 'none')
from payout_attempt as a
inner join payout_state as t on t.attempt_no = a.attempt_no
left join (
  select attempt_no,
    case when sum(case when kind = 'reserve' and bucket = 'reserved' then amount_minor else 0 end) > 0 then 'reserve' else '' end
    || case when sum(case when kind in ('release', 'discard') and bucket = 'reserved' then 1 else 0 end) = 1 then ' release' else '' end
    || case when sum(case when kind = 'paid' and bucket = 'reserved' then 1 else 0 end) = 1 then ' paid' else '' end
    || case when sum(case when kind = 'returned' and bucket = 'clearing' then 1 else 0 end) = 1 then ' returned' else '' end as kinds,
    min(abs(amount_minor)) as least, max(abs(amount_minor)) as most
  from posting
  where attempt_no is not null
  group by attempt_no
) as g on g.attempt_no = a.attempt_no
where g.least <> a.amount_minor or g.most <> a.amount_minor or coalesce(g.kinds, '') <> case t.state
  when 'paid' then 'reserve paid'
  when 'returned' then 'reserve paid returned'
  when 'failed' then 'reserve release'
  when 'cancelled' then 'reserve release'
  else 'reserve' end`},
	{"all attempts of a payout but the last are failed, cancelled or returned", `select p.payout_key from payout as p
inner join payout_attempt as a on a.payout_no = p.payout_no
inner join payout_state as t on t.attempt_no = a.attempt_no
where t.state not in ('failed', 'cancelled', 'returned')
  and exists (select 1 from payout_attempt as l where l.payout_no = p.payout_no and l.attempt > a.attempt)`},
	{"exactly the payouts that are neither in review nor pending nor ended before are in a file that is not void", `select 'payout ' || t.rail_ref || ', ' || t.state from (
  select a.rail_ref, s.state, exists (
    select 1 from submission_item as i
    inner join submission_state as f on f.submission_no = i.submission_no
    where i.attempt_no = a.attempt_no and f.void = 0 and f.redated = 0
  ) as filed
  from payout_attempt as a
  inner join payout_state as s on s.attempt_no = a.attempt_no
) as t
where (t.state in ('review', 'pending') and t.filed) or (t.state in ('submitted', 'processing', 'paid', 'returned', 'failed') and not t.filed)`},
	{"the events of an attempt follow each other", `select 'event ' || e.event_seq from payout_event as e
inner join payout_attempt as a on a.attempt_no = e.attempt_no
where e.from_state <> coalesce(
  (select l.to_state from payout_event as l where l.attempt_no = e.attempt_no and l.event_seq < e.event_seq order by l.event_seq desc limit 1),
  a.born)`},
}

// Invariants checks the payout books as a whole and returns an error that names
// the first violation of a law.
func (s *State) Invariants(ctx context.Context) error {
	read := func(rows *sql.Rows) (what string, err error) { return what, rows.Scan(&what) }
	for _, one := range invariants {
		found, err := collect(ctx, s.db, read, one.query+" limit 1")
		if err != nil {
			return err
		}
		if len(found) > 0 {
			return fmt.Errorf("payout books: %s, but not %s", one.law, found[0])
		}
	}
	return nil
}

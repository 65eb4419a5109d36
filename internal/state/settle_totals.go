package state

import (
	"context"
	"database/sql"

	"recon/internal/calendar"
)

// PayoutTotal is count and sum, in minor units, of the payouts of a period and
// currency whose last attempt is in one state. State is "unclear" where nobody
// knows whether money moved.
type PayoutTotal struct {
	Period, Currency, State string
	Payouts, SumMinor       int64
}

// PayoutTotals returns where the payouts of some periods stand, first and last
// included, by period, currency and state.
func (s *State) PayoutTotals(ctx context.Context, first, last calendar.Month) ([]PayoutTotal, error) {
	read := func(rows *sql.Rows) (t PayoutTotal, err error) {
		return t, rows.Scan(&t.Period, &t.Currency, &t.State, &t.Payouts, &t.SumMinor)
	}
	return collect(ctx, s.db, read, `select b.period, n.currency, case when t.unclear = 1 then 'unclear' else t.state end as standing,
  count(*), sum(a.amount_minor)
from batch as b
inner join payout_attempt as a on a.batch_no = b.batch_no
inner join payout as p on p.payout_no = a.payout_no
inner join payee_account as n on n.account_no = p.account_no
inner join payout_state as t on t.attempt_no = a.attempt_no
where b.period between ? and ?
  and not exists (select 1 from payout_attempt as l where l.payout_no = a.payout_no and l.attempt > a.attempt)
group by b.period, n.currency, standing
order by b.period, n.currency, standing`, first.String(), last.String())
}

// UnsentSubmissions returns the files of some periods, first and last included,
// that are not recorded as sent and whose payouts no bank has answered for, in
// the order of writing.
func (s *State) UnsentSubmissions(ctx context.Context, first, last calendar.Month) ([]Submission, error) {
	return collect(ctx, s.db, readSubmission, submissionSelect+`inner join batch as b on b.batch_no = s.batch_no
where b.period between ? and ? and s.void = 0 and s.redated = 0 and s.sent_at = 0 and exists (
    select 1 from submission_item as i
    inner join payout_state as t on t.attempt_no = i.attempt_no
    where i.submission_no = s.submission_no and t.state = 'submitted'
  )
order by s.submission_no`, first.String(), last.String())
}

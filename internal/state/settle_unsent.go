package state

import (
	"context"

	"recon/internal/calendar"
)

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

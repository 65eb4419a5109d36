package state

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"
)

// The states of a payout attempt.
const (
	PayoutReview     = "review"
	PayoutPending    = "pending"
	PayoutSubmitted  = "submitted"
	PayoutProcessing = "processing"
	PayoutPaid       = "paid"
	PayoutReturned   = "returned"
	PayoutFailed     = "failed"
	PayoutCancelled  = "cancelled"
)

// PayoutAttempt is one attempt to make a payout, with what became of it.
type PayoutAttempt struct {
	No              int64
	PayoutKey       string
	Payee, Currency string
	Period          string
	BatchNo         int64
	BatchID         string
	Number          int64 // from 1 per payout key
	Rail            string
	RailRef         string
	AmountMinor     int64
	Fingerprint     string
	LastFour        string
	PayeeFile       string
	Born            string // review or pending
	Why             string
	Retry           bool // made after its batch was complete

	State    string
	EventSeq int64 // of the last event, 0 none
	Unclear  bool  // nobody knows whether money moved
	Code     string
	Reason   string
	StateAt  time.Time // when the last event was recorded; zero: none

	// Of the last file it is in, if that is not void.
	SubmissionID  string
	MessageID     string
	PaymentInfoID string
	Path          string // of the file, relative to home
	SubmittedAt   time.Time
	SentAt        time.Time // zero: not marked as sent
}

const attemptSelect = `select a.attempt_no, p.payout_key, n.payee, n.currency, p.period, a.batch_no, b.batch_id, a.attempt, a.rail, a.rail_ref,
a.amount_minor, a.fingerprint, a.last_four, a.payee_file, a.born, a.why, a.retry`

const attemptNow = attemptSelect + `, t.state, t.event_seq, t.unclear, t.code, t.reason, t.state_at,
coalesce((select max(i.submission_no) from submission_item as i where i.attempt_no = a.attempt_no), 0)
`

const attemptJoin = `
inner join payout as p on p.payout_no = a.payout_no
inner join payee_account as n on n.account_no = p.account_no
inner join batch as b on b.batch_no = a.batch_no
inner join payout_state as t on t.attempt_no = a.attempt_no
`

// attemptCross is attemptJoin after a list of wanted rows.
const attemptCross = `
cross join payout as p
cross join payee_account as n
cross join batch as b
cross join payout_state as t
where p.payout_no = a.payout_no and n.account_no = p.account_no and b.batch_no = a.batch_no and t.attempt_no = a.attempt_no `

// inFile is an attempt with the number of its last submission, 0 none.
type inFile struct {
	PayoutAttempt
	submission int64
}

func readPayoutAttempt(rows *sql.Rows) (a inFile, err error) {
	var retry, unclear, at int64
	err = rows.Scan(&a.No, &a.PayoutKey, &a.Payee, &a.Currency, &a.Period, &a.BatchNo, &a.BatchID, &a.Number, &a.Rail, &a.RailRef,
		&a.AmountMinor, &a.Fingerprint, &a.LastFour, &a.PayeeFile, &a.Born, &a.Why, &retry,
		&a.State, &a.EventSeq, &unclear, &a.Code, &a.Reason, &at, &a.submission)
	a.Retry, a.Unclear, a.StateAt = retry == 1, unclear == 1, instant(at)
	return a, err
}

// attempts reads attempts with the files they are in. The files are few, so
// they are read apart.
func (s *State) attempts(ctx context.Context, query string, args ...any) ([]PayoutAttempt, error) {
	found, err := collect(ctx, s.db, readPayoutAttempt, query, args...)
	if err != nil {
		return nil, err
	}
	return s.withFiles(ctx, found)
}

func (s *State) withFiles(ctx context.Context, found []inFile) ([]PayoutAttempt, error) {
	var first, last int64
	for _, a := range found {
		if a.submission != 0 {
			first, last = min(a.submission, cmp.Or(first, a.submission)), max(a.submission, last)
		}
	}
	files := map[int64]Submission{}
	if last > 0 {
		some, err := collect(ctx, s.db, readSubmission, submissionSelect+"where s.submission_no between ? and ? and s.void = 0", first, last)
		if err != nil {
			return nil, err
		}
		for _, f := range some {
			files[f.No] = f
		}
	}
	all := make([]PayoutAttempt, len(found))
	for i := range found {
		all[i] = found[i].with(files[found[i].submission])
	}
	return all, nil
}

func (a inFile) with(f Submission) PayoutAttempt {
	p := a.PayoutAttempt
	p.SubmissionID, p.MessageID, p.PaymentInfoID, p.Path = f.ID, f.MessageID, f.PaymentInfoID, f.Path
	p.SubmittedAt, p.SentAt = f.CreatedAt, f.SentAt
	return p
}

// byKey is the order of payout keys. It is made here and not by the database,
// which would write that many wide rows to disk to sort them.
func byKey(a, b PayoutAttempt) int {
	return cmp.Or(cmp.Compare(a.PayoutKey, b.PayoutKey), cmp.Compare(a.Number, b.Number))
}

// PayoutAttempts returns all attempts of a batch, retries too, by payout key
// and number.
func (s *State) PayoutAttempts(ctx context.Context, batchNo int64) ([]PayoutAttempt, error) {
	all, err := s.attempts(ctx, attemptNow+"from payout_attempt as a"+attemptJoin+"where a.batch_no = ?", batchNo)
	slices.SortFunc(all, byKey)
	return all, err
}

// AttemptsAsOf returns the attempts that a batch was made with, by payout key,
// in the state they had after an event. What came later, files too, is left out.
func (s *State) AttemptsAsOf(ctx context.Context, batchNo, eventSeq int64) ([]PayoutAttempt, error) {
	all, err := s.attempts(ctx, attemptSelect+`, coalesce(e.to_state, a.born), coalesce(e.event_seq, 0), coalesce(e.unclear, 0),
coalesce(e.code, ''), coalesce(e.reason, ''), coalesce(e.recorded_at, 0), 0
from payout_attempt as a
inner join payout as p on p.payout_no = a.payout_no
inner join payee_account as n on n.account_no = p.account_no
inner join batch as b on b.batch_no = a.batch_no
left join payout_event as e
  on e.event_seq = (select max(l.event_seq) from payout_event as l where l.attempt_no = a.attempt_no and l.event_seq <= ?)
where a.batch_no = ? and a.retry = 0`, eventSeq, batchNo)
	slices.SortFunc(all, byKey)
	return all, err
}

// AttemptByRef finds an attempt by its rail reference.
func (s *State) AttemptByRef(ctx context.Context, railRef string) (a PayoutAttempt, known bool, err error) {
	found, err := s.attempts(ctx, attemptNow+"from payout_attempt as a"+attemptJoin+"where a.rail_ref = ?", railRef)
	if err != nil || len(found) == 0 {
		return a, false, err
	}
	return found[0], true, nil
}

// AttemptsByRefs finds the attempts that some rail references name, unknown
// references left out.
func (s *State) AttemptsByRefs(ctx context.Context, railRefs []string) ([]PayoutAttempt, error) {
	w := wanted{columns: []string{"rail_ref"}}
	for _, ref := range railRefs {
		w.add(ref)
	}
	found, err := lookUp(ctx, s.db, w, readPayoutAttempt,
		attemptNow+"from wanted as w cross join payout_attempt as a"+attemptCross+"and a.rail_ref = w.rail_ref")
	if err != nil {
		return nil, err
	}
	return s.withFiles(ctx, found)
}

// AttemptsByKey returns the attempts of one payout, oldest first.
func (s *State) AttemptsByKey(ctx context.Context, payoutKey string) ([]PayoutAttempt, error) {
	return s.attempts(ctx, attemptNow+"from payout_attempt as a"+attemptJoin+"where p.payout_key = ? order by a.attempt", payoutKey)
}

// AttemptsOfPayee returns a payee's attempts in all currencies, oldest first.
func (s *State) AttemptsOfPayee(ctx context.Context, payee string) ([]PayoutAttempt, error) {
	return s.attempts(ctx, attemptNow+"from payout_attempt as a"+attemptJoin+"where n.payee = ? order by a.attempt_no", payee)
}

// AttemptsInSubmission returns the attempts of the files that have a message id
// or payment information id, void ones too, in the order of the file.
func (s *State) AttemptsInSubmission(ctx context.Context, messageOrPaymentInfoID string) ([]PayoutAttempt, error) {
	return s.attempts(ctx, attemptNow+`from (
  select i.attempt_no, min(i.item) as item
  from submission as s
  inner join submission_item as i on i.submission_no = s.submission_no
  where s.message_id = ? or s.payment_info_id = ?
  group by i.attempt_no
) as w
cross join payout_attempt as a`+attemptCross+"and a.attempt_no = w.attempt_no order by w.item, a.attempt_no", messageOrPaymentInfoID, messageOrPaymentInfoID)
}

// LiveAttempts returns the attempts of all batches that are in review, pending,
// submitted or processing, by batch and payout key.
func (s *State) LiveAttempts(ctx context.Context) ([]PayoutAttempt, error) {
	all, err := s.attempts(ctx, attemptNow+"from payout_attempt as a"+attemptJoin+
		"where t.state in ('review', 'pending', 'submitted', 'processing')")
	slices.SortFunc(all, func(a, b PayoutAttempt) int { return cmp.Or(cmp.Compare(a.BatchNo, b.BatchNo), byKey(a, b)) })
	return all, err
}

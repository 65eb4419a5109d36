package state

import (
	"context"
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

// PayoutAttempts returns all attempts of a batch, retries too, by payout key
// and number.
func (s *State) PayoutAttempts(ctx context.Context, batchNo int64) ([]PayoutAttempt, error) {
	return nil, errUnwritten
}

// AttemptsAsOf returns the attempts that a batch was made with, by payout key,
// in the state they had after an event. What came later, files too, is left out.
func (s *State) AttemptsAsOf(ctx context.Context, batchNo, eventSeq int64) ([]PayoutAttempt, error) {
	return nil, errUnwritten
}

// AttemptByRef finds an attempt by its rail reference.
func (s *State) AttemptByRef(ctx context.Context, railRef string) (a PayoutAttempt, known bool, err error) {
	return a, false, errUnwritten
}

// AttemptsByRefs finds the attempts that some rail references name, unknown
// references left out.
func (s *State) AttemptsByRefs(ctx context.Context, railRefs []string) ([]PayoutAttempt, error) {
	return nil, errUnwritten
}

// AttemptsByKey returns the attempts of one payout, oldest first.
func (s *State) AttemptsByKey(ctx context.Context, payoutKey string) ([]PayoutAttempt, error) {
	return nil, errUnwritten
}

// AttemptsOfPayee returns a payee's attempts in all currencies, oldest first.
func (s *State) AttemptsOfPayee(ctx context.Context, payee string) ([]PayoutAttempt, error) {
	return nil, errUnwritten
}

// AttemptsInSubmission returns the attempts of the files that have a message id
// or payment information id, void ones too, in the order of the file.
func (s *State) AttemptsInSubmission(ctx context.Context, messageOrPaymentInfoID string) ([]PayoutAttempt, error) {
	return nil, errUnwritten
}

// LiveAttempts returns the attempts of all batches that are in review, pending,
// submitted or processing, by batch and payout key.
func (s *State) LiveAttempts(ctx context.Context) ([]PayoutAttempt, error) {
	return nil, errUnwritten
}

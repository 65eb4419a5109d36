package state

import (
	"context"
	"iter"
	"time"
)

// PostedSum is what our postings say of an account.
type PostedSum struct {
	Payee, Currency string
	AvailableMinor  int64 // + is owed to the payee, beside the ledger's entries
	ReservedMinor   int64
	OpeningMinor    int64
	// Since the batch before, its own payouts left out.
	PaidSinceMinor     int64 // reserved by retries, less discards
	ReturnedSinceMinor int64 // released and returned
	HadPayout          bool  // of a batch that was not discarded
}

// PostedSums sums the postings up to a sequence per account, by payee and
// currency. before is the batch before, zero if there is none. fn must not call
// the store.
func (s *State) PostedSums(ctx context.Context, upTo int64, before Batch, fn func(PostedSum) error) error {
	return errUnwritten
}

// HasOpening says whether opening balances are posted that no discard reversed.
func (s *State) HasOpening(ctx context.Context) (bool, error) { return false, errUnwritten }

// BlockedDestination is a destination that a payee must correct.
type BlockedDestination struct {
	Payee, Currency string
	Fingerprint     string
	Code            string
	Since           time.Time
}

// BlockedDestinations returns the destinations that failed or returned a payout
// for a reason only the payee can mend, up to an event, by payee, currency and
// fingerprint.
func (s *State) BlockedDestinations(ctx context.Context, eventSeq int64) ([]BlockedDestination, error) {
	return nil, errUnwritten
}

// Destinations returns every destination ever listed by a batch before a
// number (0 is all), by payee, currency and first listing.
func (s *State) Destinations(ctx context.Context, beforeBatch int64) ([]Destination, error) {
	return nil, errUnwritten
}

// PayoutEvent is one stored transition.
type PayoutEvent struct {
	Seq        int64
	AttemptNo  int64
	RailRef    string
	PayoutKey  string
	From, To   string
	Source     string
	Evidence   string
	Code       string
	Reason     string
	Fixable    bool
	Unclear    bool
	OccurredAt time.Time
	RecordedAt time.Time
}

// Posting is one line of the payout books.
type Posting struct {
	Seq             int64
	TransferNo      int64
	Kind            string
	Payee, Currency string
	Bucket          string
	AmountMinor     int64
	AttemptNo       int64  // 0 none
	RailRef         string // "" none
	PayoutKey       string // "" none
	PostedAt        time.Time
}

// EventsOf walks the events of some batches' attempts in the order of writing.
// It reads in pages, so the store may be called meanwhile.
func (s *State) EventsOf(ctx context.Context, batchNos ...int64) iter.Seq2[PayoutEvent, error] {
	return func(yield func(PayoutEvent, error) bool) { yield(PayoutEvent{}, errUnwritten) }
}

// PostingsOf walks the postings of some batches' attempts and openings in the
// order of writing, in pages like EventsOf.
func (s *State) PostingsOf(ctx context.Context, batchNos ...int64) iter.Seq2[Posting, error] {
	return func(yield func(Posting, error) bool) { yield(Posting{}, errUnwritten) }
}

// EventsOfAttempt returns what happened to one attempt, oldest first.
func (s *State) EventsOfAttempt(ctx context.Context, attemptNo int64) ([]PayoutEvent, error) {
	return nil, errUnwritten
}

// Invariants checks the payout books and returns the first violation of: every
// transfer is of one account and sums to zero; an account's reserved money is
// that of its live attempts; an attempt has one reservation and at most one end
// of it; all attempts of a payout but the last are failed, cancelled or
// returned.
func (s *State) Invariants(ctx context.Context) error { return errUnwritten }

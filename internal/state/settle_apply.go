package state

import (
	"context"
	"time"
)

// Transition is one step of an attempt with its evidence. From and To may be
// equal for a remark on a submitted or processing attempt.
type Transition struct {
	AttemptNo  int64
	From, To   string
	Source     string // whose word it is: a sender, or a command
	Evidence   string // file hash and line, or an event id
	Code       string
	Reason     string
	Fixable    bool // the payee must correct the destination
	Unclear    bool
	OccurredAt time.Time
}

// Outcome counts what a call of Apply did.
type Outcome struct {
	Applied int64
	Skipped int64 // the same evidence was applied before
	Known   bool  // the status file was read before; nothing was done
}

// Apply stores transitions in order, exceptions and the status file that they
// come from, in one transaction. Each transition must start from the state that
// its attempt has at that moment; otherwise nothing is stored. Failed and
// cancelled release exactly what was reserved, paid takes it to clearing,
// returned brings it back to available. statusFile may be nil.
func (s *State) Apply(ctx context.Context, steps []Transition, exceptions []PayoutException, statusFile *StatusFile, now time.Time) (Outcome, error) {
	return Outcome{}, errUnwritten
}

// RetryOrder asks for the next attempt of a payout.
type RetryOrder struct {
	PayoutKey   string
	AmountMinor int64
	Rail        string
	Fingerprint string
	LastFour    string
	PayeeFile   string
	Born        string // review or pending
	Why         string
	BatchNo     int64 // the batch whose files it may go into
	// EarnedMinor is the sum of the account's counted ledger entries, held ones
	// left out. With the available postings it must cover the amount.
	EarnedMinor int64
}

// Retry makes the next attempt of a payout in the transaction that reads the
// last one as failed, cancelled or returned. While a batch is computing it is
// refused: that batch counts the same money.
func (s *State) Retry(ctx context.Context, r RetryOrder, ref RailRef, at time.Time) (a PayoutAttempt, err error) {
	return a, errUnwritten
}

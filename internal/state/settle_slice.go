package state

import (
	"context"
	"errors"
	"time"
)

var errUnwritten = errors.New("not written yet")

// Slice is a part of a batch, up to about 2 000 accounts, that is stored in
// one transaction. An account is a payee and a currency.
type Slice struct {
	Payouts      []PlannedPayout
	Skips        []Skip
	Destinations []Destination // listed for the first time
	Openings     []Opening
}

// PlannedPayout is a payout as a batch plans it.
type PlannedPayout struct {
	Payee, Currency string
	AmountMinor     int64 // > 0
	Rail            string
	Status          string // review or pending
	Why             string // of a review, else ""
	Fingerprint     string // of the destination
	LastFour        string
	PayeeFile       string // archive path of the file that states the destination
}

// Skip is an account that a batch does not pay.
type Skip struct {
	Payee, Currency string
	Reason          string
	AmountMinor     int64 // what is available, negative if it is
	Detail          string
}

// Destination is a destination that an account was listed with.
type Destination struct {
	Payee, Currency string
	Fingerprint     string
	LastFour        string
	BatchNo         int64     // filled in by the store
	SeenAt          time.Time // when it was first listed: as_of of that batch
}

// Opening is what an account was owed at the start.
type Opening struct {
	Payee, Currency string
	BalanceMinor    int64 // not 0; + is owed to the payee
}

// PayoutKey is the name of the promise to pay an account for a period, for ever.
func PayoutKey(payee, period, currency string) string {
	return "monthly-payout:" + payee + ":" + period + ":" + currency
}

// RailRef makes the reference of an attempt: 32 characters, unique for ever.
type RailRef func(payoutKey string, attempt int64) string

// PostSlice stores a slice of a batch that is not complete, in one transaction:
// accounts, payouts, attempts, the reservations' postings, skips, destinations
// and openings. What is there already is compared, and anything that differs is
// an error that names the payout key and both values. A payout key from a
// discarded draft gets its next attempt, if the last one failed, was cancelled
// or returned.
func (s *State) PostSlice(ctx context.Context, batchNo int64, slice Slice, ref RailRef, at time.Time) error {
	return errUnwritten
}

// Completed is what a batch must hold to be complete.
type Completed struct {
	Hash    string           // 64 hex digits
	Summary string           // JSON
	Payouts int64            // how many
	Sums    map[string]int64 // of the payouts per currency; only currencies with payouts
	Skips   int64
}

// CompleteBatch marks a batch as complete, when what is stored has exactly
// these counts and sums and every transfer sums to zero. Saying the same again
// changes nothing.
func (s *State) CompleteBatch(ctx context.Context, batchNo int64, c Completed, at time.Time) error {
	return errUnwritten
}

// MarkReported stores up to which event a batch's reports show it. The first
// time counts.
func (s *State) MarkReported(ctx context.Context, batchNo, eventSeq int64, at time.Time) error {
	return errUnwritten
}

// Discard throws a draft away: every live attempt of it is cancelled, its
// reservations and openings are reversed. It is refused once the batch has an
// approval or a submission, and when a later batch that was not discarded
// builds on it.
func (s *State) Discard(ctx context.Context, batchNo int64, by, why string, at time.Time) error {
	return errUnwritten
}

// Skips returns the accounts a batch did not pay, by payee and currency.
func (s *State) Skips(ctx context.Context, batchNo int64) ([]Skip, error) { return nil, errUnwritten }

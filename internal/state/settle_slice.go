package state

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

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

// PostSlice stores a slice of a batch in one transaction: accounts, payouts,
// attempts, the reservations' postings, skips, destinations and openings. What
// is there already is compared, and anything that differs is an error that
// names the payout key and both values. Nothing is added to a complete batch. A
// payout key from a discarded draft gets its next attempt, if the last one
// failed, was cancelled or returned.
func (s *State) PostSlice(ctx context.Context, batchNo int64, slice Slice, ref RailRef, at time.Time) error {
	if err := slice.check(); err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		b, err := batchIn(ctx, tx, batchNo)
		if err != nil {
			return err
		}
		if b.Discarded != nil {
			return fmt.Errorf("batch %s was discarded: nothing is added to it", b.ID)
		}
		p := poster{tx: tx, batch: b, ref: ref, at: at}
		if err := p.post(ctx, slice); err != nil {
			return fmt.Errorf("batch %s: %w", b.ID, err)
		}
		return nil
	})
}

// check refuses what no batch may hold.
func (slice Slice) check() error {
	paid := map[account]bool{}
	for _, p := range slice.Payouts {
		a := account{p.Payee, p.Currency}
		switch {
		case paid[a]:
			return fmt.Errorf("%s: two payouts in one batch", a)
		case p.AmountMinor <= 0:
			return fmt.Errorf("%s: a payout of %d minor units", a, p.AmountMinor)
		case p.Status != PayoutReview && p.Status != PayoutPending:
			return fmt.Errorf("%s: status %q: wanted review or pending", a, p.Status)
		case p.Rail == "":
			return fmt.Errorf("%s: a payout without a rail", a)
		}
		paid[a] = true
	}
	for _, o := range slice.Openings {
		if o.BalanceMinor == 0 {
			return fmt.Errorf("%s %s: an opening balance of zero", o.Payee, o.Currency)
		}
	}
	return nil
}

// accounts are all accounts of a slice, in its order, perhaps repeated.
func (slice Slice) accounts() []account {
	var all []account
	for _, p := range slice.Payouts {
		all = append(all, account{p.Payee, p.Currency})
	}
	for _, k := range slice.Skips {
		all = append(all, account{k.Payee, k.Currency})
	}
	for _, d := range slice.Destinations {
		all = append(all, account{d.Payee, d.Currency})
	}
	for _, o := range slice.Openings {
		all = append(all, account{o.Payee, o.Currency})
	}
	return all
}

// poster writes one slice in one transaction.
type poster struct {
	tx    *sql.Tx
	batch Batch
	ref   RailRef
	at    time.Time
	accounts
}

func (p *poster) post(ctx context.Context, slice Slice) (err error) {
	if p.accounts, err = openAccounts(ctx, p.tx, slice.accounts()); err != nil {
		return err
	}
	books, err := openBooks(ctx, p.tx, p.at)
	if err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return p.openings(ctx, books, slice.Openings) },
		func() error { return p.payouts(ctx, books, slice.Payouts) },
		func() error { return books.flush(ctx) },
		func() error { return p.skips(ctx, slice.Skips) },
		func() error { return p.destinations(ctx, slice.Destinations) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// mayAdd refuses a row that a complete batch does not have.
func (p *poster) mayAdd(what string) error {
	if p.batch.Complete == nil {
		return nil
	}
	return fmt.Errorf("%s is not in it, and it is complete: inputs or rules are not those of the batch", what)
}

// differs is the error of a row that is stored with other content.
func differs(what string, stored, found any) error {
	return fmt.Errorf("%s is stored as %+v, but now it would be %+v: inputs or rules are not those of the batch", what, stored, found)
}

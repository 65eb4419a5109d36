package state

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

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
	BatchNo     int64 // complete, not discarded: its files may hold the attempt
	// EarnedMinor is the sum of the account's counted ledger entries, held ones
	// left out. With the available postings it must cover the amount.
	EarnedMinor int64
}

// Retry makes the next attempt of a payout in the transaction that reads the
// last one as failed, cancelled or returned. While a batch is computing it is
// refused: that batch has counted the same money.
func (s *State) Retry(ctx context.Context, r RetryOrder, ref RailRef, at time.Time) (a PayoutAttempt, err error) {
	var railRef string
	err = s.write(ctx, func(tx *sql.Tx) error {
		if err := refuseWhileComputing(ctx, tx); err != nil {
			return err
		}
		last, err := lastAttempt(ctx, tx, r.PayoutKey)
		if err != nil {
			return err
		}
		if err := r.check(ctx, tx, last); err != nil {
			return err
		}
		railRef = ref(r.PayoutKey, last.number+1)
		return r.insert(ctx, tx, last, railRef, at)
	})
	if err != nil {
		return a, fmt.Errorf("retry of %s: %w", r.PayoutKey, err)
	}
	a, _, err = s.AttemptByRef(ctx, railRef)
	return a, err
}

// priorAttempt is the last attempt of a payout.
type priorAttempt struct {
	payoutKey               string
	payout, account, number int64
	state, railRef          string
	discarded               bool // with its draft
}

const priorQuery = `p.payout_key, p.payout_no, p.account_no, a.attempt, t.state, a.rail_ref,
  case when exists (select 1 from batch_discarded as d where d.batch_no = a.batch_no) then 1 else 0 end`

func readPrior(rows *sql.Rows) (p priorAttempt, err error) {
	var discarded int64
	err = rows.Scan(&p.payoutKey, &p.payout, &p.account, &p.number, &p.state, &p.railRef, &discarded)
	p.discarded = discarded == 1
	return p, err
}

func lastAttempt(ctx context.Context, tx *sql.Tx, payoutKey string) (last priorAttempt, err error) {
	found, err := collect(ctx, tx, readPrior, "select "+priorQuery+`
from payout as p
inner join payout_attempt as a on a.payout_no = p.payout_no
inner join payout_state as t on t.attempt_no = a.attempt_no
where p.payout_key = ?
order by a.attempt desc
limit 1`, payoutKey)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("there is no such payout")
	}
	if err != nil {
		return last, err
	}
	return found[0], nil
}

// over says whether a payout's next attempt may follow.
func (p priorAttempt) over() error {
	switch p.state {
	case PayoutFailed, PayoutCancelled, PayoutReturned:
		return nil
	}
	return fmt.Errorf("attempt %d (%s) is %s: the next one follows only a failed, cancelled or returned one", p.number, p.railRef, p.state)
}

func (r RetryOrder) check(ctx context.Context, tx *sql.Tx, last priorAttempt) error {
	if err := last.over(); err != nil {
		return err
	}
	if last.discarded {
		return fmt.Errorf("its draft was discarded: the next draft pays it")
	}
	b, err := batchIn(ctx, tx, r.BatchNo)
	if err != nil {
		return err
	}
	if b.Complete == nil || b.Discarded != nil {
		return fmt.Errorf("batch %s is not complete or was discarded", b.ID)
	}
	if r.Born != PayoutReview && r.Born != PayoutPending {
		return fmt.Errorf("status %q: wanted review or pending", r.Born)
	}
	posted, err := number(ctx, tx, "select coalesce(sum(amount_minor), 0) from posting where bucket = 'available' and account_no = ?", last.account)
	if err != nil {
		return err
	}
	covered, err := plus(r.EarnedMinor, posted)
	if err == nil && covered < r.AmountMinor {
		err = fmt.Errorf("available are %d minor units, wanted %d", covered, r.AmountMinor)
	}
	return err
}

func (r RetryOrder) insert(ctx context.Context, tx *sql.Tx, last priorAttempt, railRef string, at time.Time) error {
	no, err := number(ctx, tx, "select coalesce(max(attempt_no), 0) + 1 from payout_attempt")
	if err != nil {
		return err
	}
	attempts := newAttempts(tx)
	if err := attempts.add(ctx, no, last.payout, last.number+1, r.BatchNo, r.Rail, railRef, r.AmountMinor,
		r.Fingerprint, r.LastFour, r.PayeeFile, r.Born, r.Why, 1); err != nil {
		return err
	}
	if err := attempts.flush(ctx); err != nil {
		return err
	}
	b, err := openBooks(ctx, tx, at)
	if err != nil {
		return err
	}
	if err := b.post(ctx, transfer{kind: postReserve, from: bucketAvailable, to: bucketReserved,
		account: last.account, amount: r.AmountMinor, attempt: no}); err != nil {
		return err
	}
	return b.flush(ctx)
}

// plus adds minor units; an overflow is an error.
func plus(a, b int64) (int64, error) {
	sum := a + b
	if (b > 0) != (sum > a) && b != 0 {
		return 0, fmt.Errorf("a sum of %d and %d minor units is beyond int64", a, b)
	}
	return sum, nil
}

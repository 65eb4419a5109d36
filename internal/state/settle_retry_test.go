package state

import (
	"testing"
)

// retryOf asks for an attempt again, of an account that earned so much.
func retryOf(a PayoutAttempt, earned int64) RetryOrder {
	return RetryOrder{PayoutKey: a.PayoutKey, AmountMinor: a.AmountMinor, Rail: a.Rail, Fingerprint: "f-new", LastFour: "4711", PayeeFile: "raw/new.csv",
		Born: PayoutPending, BatchNo: a.BatchNo, EarnedMinor: earned}
}

func TestRetryFollowsADefiniteEnd(t *testing.T) {
	for _, c := range []struct {
		way   []string
		again bool
	}{
		{nil, false}, {[]string{PayoutProcessing}, false}, {[]string{PayoutPaid}, false},
		{[]string{PayoutFailed}, true}, {[]string{PayoutCancelled}, true}, {[]string{PayoutPaid, PayoutReturned}, true},
	} {
		b := freshBooks(t)
		b.submitted("2026-08", pays("ann", 100))
		b.move("ann", "2026-08", c.way...)
		a := b.attempt("ann", "2026-08")
		next, err := b.Retry(ctx, retryOf(a, 100), testRef, noon)
		if !c.again {
			wantError(t, err, "retry of monthly-payout:ann:2026-08:EUR: attempt 1 ("+a.RailRef+") is "+a.State)
			continue
		}
		b.ok(err)
		want(t, next, PayoutAttempt{No: 2, PayoutKey: a.PayoutKey, Payee: "ann", Currency: "EUR", Period: "2026-08", BatchNo: 1, BatchID: "2026-08-1", Number: 2,
			Rail: "sepa", RailRef: testRef(a.PayoutKey, 2), AmountMinor: 100, Fingerprint: "f-new", LastFour: "4711", PayeeFile: "raw/new.csv",
			Born: PayoutPending, Retry: true, State: PayoutPending})
		want(t, b.buckets("ann"), "available -100, reserved 100")
		b.lawful()
	}
}

// The balance is read in the transaction that reserves it.
func TestRetryIsCovered(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100))
	b.move("ann", "2026-08", PayoutFailed)
	b.made("2026-09", pays("ann", 60)) // the next batch took some of it
	a := b.attempt("ann", "2026-08")
	_, err := b.Retry(ctx, retryOf(a, 159), testRef, noon)
	wantError(t, err, "available are 99 minor units, wanted 100")
	want(t, must(b.Retry(ctx, retryOf(a, 160), testRef, noon))(t).Number, int64(2))
	_, err = b.Retry(ctx, retryOf(a, 1<<62), testRef, noon)
	wantError(t, err, "attempt 2")
	b.lawful()
}

func TestRetryIsRefused(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100))
	b.move("ann", "2026-08", PayoutFailed)
	right := retryOf(b.attempt("ann", "2026-08"), 100)
	for text, change := range map[string]func(*RetryOrder){
		"there is no such payout":                 func(r *RetryOrder) { r.PayoutKey = "monthly-payout:eve:2026-08:EUR" },
		"no batch with number 99":                 func(r *RetryOrder) { r.BatchNo = 99 },
		`status "paid": wanted review or pending`: func(r *RetryOrder) { r.Born = PayoutPaid },
		"CHECK":        func(r *RetryOrder) { r.AmountMinor = 0 },
		"beyond int64": func(r *RetryOrder) { r.EarnedMinor = 1<<63 - 1; b.paidBack("ann") },
	} {
		wrong := right
		change(&wrong)
		_, err := b.Retry(ctx, wrong, testRef, noon)
		wantError(t, err, text)
	}
}

// paidBack gives an account money beside the ledger.
func (b testBooks) paidBack(payee string) {
	b.Helper()
	row := batchOf(b.run, "2026-09", 1)
	b.madeOf(row, Slice{Openings: []Opening{{Payee: payee, Currency: "EUR", BalanceMinor: 1}}})
}

// The batch that computes has counted the money that a retry would take.
func TestRetryWaitsForTheBatchThatComputes(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100))
	b.move("ann", "2026-08", PayoutFailed)
	next := b.begin(batchOf(b.run, "2026-09", 1))
	a := b.attempt("ann", "2026-08")
	_, err := b.Retry(ctx, retryOf(a, 100), testRef, noon)
	wantError(t, err, "batch 2026-09-1 is not computed to its end")
	b.ok(b.PostSlice(ctx, next.No, Slice{Payouts: []PlannedPayout{pays("ann", 100)}}, testRef, noon))
	b.ok(b.complete(next, Slice{Payouts: []PlannedPayout{pays("ann", 100)}}))
	_, err = b.Retry(ctx, retryOf(a, 100), testRef, noon)
	wantError(t, err, "available are 0 minor units, wanted 100")
}

func TestDiscardedPayoutIsNotTriedAgain(t *testing.T) {
	b := freshBooks(t)
	draft := b.made("2026-08", pays("ann", 100))
	b.ok(b.Discard(ctx, draft.No, "li.na", "wrong", noon))
	r := retryOf(b.attempt("ann", "2026-08"), 100)
	_, err := b.Retry(ctx, r, testRef, noon)
	wantError(t, err, "its draft was discarded: the next draft pays it")
	b.made("2026-08", pays("ann", 100))
	b.move("ann", "2026-08", PayoutCancelled)
	_, err = b.Retry(ctx, r, testRef, noon)
	wantError(t, err, "batch 2026-08-1 is not complete or was discarded")
}

// A retry makes a batch no draft any more, and needs an approval of its own.
func TestRetryNeedsItsOwnApproval(t *testing.T) {
	b := freshBooks(t)
	batch := b.approved("2026-08", pays("ann", 100))
	b.move("ann", "2026-08", PayoutCancelled)
	must(b.Retry(ctx, retryOf(b.attempt("ann", "2026-08"), 100), testRef, noon))(t)
	want(t, len(must(b.ApprovedAttempts(ctx, batch.No))(t)), 0)
	second := approvalOf(batch, ScopeAll)
	second.Signature = "second"
	must(b.AddApproval(ctx, second, nil))(t)
	want(t, len(must(b.ApprovedAttempts(ctx, batch.No))(t)), 1)

	draft := b.made("2026-09", pays("ann", 70))
	b.move("ann", "2026-09", PayoutCancelled)
	must(b.Retry(ctx, retryOf(b.attempt("ann", "2026-09"), 170), testRef, noon))(t)
	wantError(t, b.Discard(ctx, draft.No, "li.na", "wrong", noon), "was tried again and it is no draft any more")
}

func TestPlus(t *testing.T) {
	const most, least = 1<<63 - 1, -1 << 63
	for _, c := range []struct {
		a, b int64
		fits bool
	}{{1, 2, true}, {most, 0, true}, {most, 1, false}, {least, -1, false}, {least, most, true}, {most, least, true}, {0, least, true}, {-1, least, false}, {0, 0, true}} {
		sum, err := plus(c.a, c.b)
		if (err == nil) != c.fits || (c.fits && sum != c.a+c.b) {
			t.Errorf("%d + %d: %d, %v", c.a, c.b, sum, err)
		}
	}
}

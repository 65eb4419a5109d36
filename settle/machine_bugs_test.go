package settle

import (
	"testing"
	"time"

	"recon/settle/rail"
)

// The tests of this file are public reports of payouts that went wrong
// elsewhere.

// pulgueta/wompi-node PR #35: a conflict of idempotency keys was taken for a
// failure, the reservation was released and the payout made again.
func TestDuplicateRefusedIsNoFailure(t *testing.T) {
	s := ofFile(rail.Failed)
	s.Code, s.Reasons, s.Unclear = "RJCT", []rail.Reason{{Code: "DU01", Text: "MsgId already received"}}, true
	b := newBooks(rail.Submitted)
	same(t, apply(t, b, statusOf(s)), "a submitted->submitted unclear")
	same(t, apply(t, b, statusOf(about("a", rail.Paid))), "a submitted->paid")
}

// juspay/hyperswitch #10340: an event on the way overwrote a final state.
func TestEventOnTheWayNeverOverwritesAnEnd(t *testing.T) {
	for _, end := range []rail.State{rail.Paid, rail.Returned, rail.Failed, rail.Cancelled} {
		b := newBooks(end)
		same(t, apply(t, b, statusOf(about("a", rail.Processing), about("a", rail.Submitted))), "repeated 2")
		same(t, apply(t, b, statusOf(ofFile(rail.Processing))), "repeated 1")
		if b.all[0].State != end {
			t.Errorf("%s became %s", end, b.all[0].State)
		}
	}
}

// juspay/hyperswitch #9278: the state before the change was told.
func TestTransitionNamesTheStateItWasTaken(t *testing.T) {
	o := Apply(newBooks(rail.Submitted), "sha", statusOf(about("a", rail.Processing), about("a", rail.Paid)), time.Time{})
	for i, want := range []rail.State{rail.Submitted, rail.Processing} {
		if o.Transitions[i].From != want {
			t.Errorf("%d: from %s, want %s", i, o.Transitions[i].From, want)
		}
	}
}

// stripe/stripe-mirakl-connector PR #146: a failure was ignored and the payout
// stayed as created.
func TestFailureOfASubmittedPayoutCounts(t *testing.T) {
	same(t, apply(t, newBooks(rail.Submitted), statusOf(event("e1", "a", rail.Failed, 0))), "a submitted->failed")
}

// NEARBuilders/nearmerch.com #209: a late failure downgraded what was paid.
func TestLateFailureOfAPaidPayoutIsAReturn(t *testing.T) {
	same(t, apply(t, newBooks(rail.Paid), statusOf(about("a", rail.Failed))), "a paid->returned")
}

// umeshadhikari/neopayment-hub #236: a rejection in a pain.002 changed nothing.
func TestRejectionReachesEveryPayoutInFlight(t *testing.T) {
	for _, s := range []rail.Signal{ofFile(rail.Failed), ofGroup(rail.Failed)} {
		same(t, apply(t, newBooks(rail.Submitted, rail.Processing), statusOf(s)), "a submitted->failed", "b processing->failed")
	}
}

// gratipay/gratipay.com #1811: a failed payout never gave its money back.
func TestFailureReleasesOnce(t *testing.T) {
	b := newBooks(rail.Processing)
	same(t, apply(t, b, statusOf(about("a", rail.Failed))), "a processing->failed")
	same(t, apply(t, b, statusOf(about("a", rail.Failed), ofFile(rail.Failed))), "repeated 1")
}

// iATSPayments/com.iatspayments.civicrm #232: a return that came a week after
// completion was ignored.
func TestReturnAWeekLaterCounts(t *testing.T) {
	b := newBooks(rail.Submitted)
	same(t, apply(t, b, statusOf(event("e1", "a", rail.Paid, 0))), "a submitted->paid")
	same(t, apply(t, b, statusOf(event("e2", "a", rail.Returned, 7*24))), "a paid->returned")
}

// hackclub/hcb #14559: a payout could be reversed although its transfer had
// not failed.
func TestOnlyADefiniteWordReleases(t *testing.T) {
	b := newBooks(rail.Submitted)
	silent := []rail.Signal{about("a", ""), about("a", rail.Submitted), about("a", rail.Processing), ofFile(rail.Processing)}
	silent = append(silent, changed(about("a", rail.Failed), func(s *rail.Signal) { s.Unclear = true }))
	silent = append(silent, changed(ofGroup(""), func(s *rail.Signal) { s.Partly = true }))
	apply(t, b, statusOf(silent...))
	if s := b.all[0].State; s != rail.Processing {
		t.Errorf("is %s, want processing", s)
	}
}

// antiwork/flexile PR #430: several events of one failure ran the failure flow
// several times.
func TestSeveralEventsOfOneFailure(t *testing.T) {
	f := statusOf(event("e1", "a", rail.Failed, 0), event("e2", "a", rail.Cancelled, 1), event("e3", "a", rail.Failed, 2))
	same(t, apply(t, newBooks(rail.Processing), f), "a processing->failed", "repeated 2")
	same(t, apply(t, newBooks(rail.Paid), f), "a paid->returned", "repeated 2")
}

// lilishop/lilishop #145: eight requests read one balance before any wrote.
func TestTwoReadersOfOneState(t *testing.T) {
	b := newBooks(rail.Submitted)
	first := Apply(b, "sha-1", statusOf(about("a", rail.Failed)), time.Time{})
	second := Apply(b, "sha-2", statusOf(about("a", rail.Failed)), time.Time{})
	b.keep(t, first)
	if from := second.Transitions[0].From; from == b.all[0].State {
		t.Errorf("the second outcome is from %s, which the books are in: they would take it too", from)
	}
}

// hackclub/hcb #10015: a failed transfer was sent again and the bank shows both.
func TestPaidAfterItsMoneyWasReleased(t *testing.T) {
	b := newBooks(rail.Failed, rail.Submitted)
	o := Apply(b, "sha", statusOf(about("a", rail.Paid)), time.Time{})
	if len(o.Transitions) > 0 || len(o.Exceptions) != 1 || o.Exceptions[0].Kind != PaidAfterFailed {
		t.Fatalf("%+v", o)
	}
	want := "the payout is failed and its money was released: it may have gone twice (X)"
	if x := o.Exceptions[0]; x.Detail != want || x.AmountMinor != 100 || x.Currency != "EUR" {
		t.Errorf("%+v", x)
	}
}

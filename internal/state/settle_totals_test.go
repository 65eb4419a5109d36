package state

import (
	"testing"

	"recon/internal/calendar"
)

// A payout counts once, in the state of its last attempt, and only in the
// periods that are asked for.
func TestPayoutTotals(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-07", pays("ann", 100))
	b.submitted("2026-08", pays("ann", 200), pays("bob", 50), pays("cat", 7))
	b.move("bob", "2026-08", PayoutPaid)
	unclear := moves(b.attempt("cat", "2026-08"), PayoutProcessing)
	unclear[0].Unclear = true
	must(b.Apply(ctx, unclear, nil, nil, noon))(t)
	july, august := calendar.MonthOf(calendar.Of(2026, 7, 1)), calendar.MonthOf(calendar.Of(2026, 8, 1))
	eur := func(period, state string, sum int64) PayoutTotal { return PayoutTotal{period, "EUR", state, 1, sum} }
	want(t, must(b.PayoutTotals(ctx, july, august))(t), []PayoutTotal{
		eur("2026-07", PayoutSubmitted, 100), eur("2026-08", PayoutPaid, 50), eur("2026-08", PayoutSubmitted, 200), eur("2026-08", "unclear", 7)})
	want(t, must(b.PayoutTotals(ctx, july, july))(t), []PayoutTotal{eur("2026-07", PayoutSubmitted, 100)})
	b.move("ann", "2026-07", PayoutFailed)
	must(b.Retry(ctx, retryOf(b.attempt("ann", "2026-07"), 300), testRef, noon))(t)
	want(t, must(b.PayoutTotals(ctx, july, july))(t), []PayoutTotal{eur("2026-07", PayoutPending, 100)})
}

// A file waits for its upload until that is recorded, or a bank answers for
// its payouts.
func TestUnsentSubmissions(t *testing.T) {
	b := freshBooks(t)
	_, answered := b.submitted("2026-06", pays("ann", 100))
	_, sent := b.submitted("2026-07", pays("ann", 100))
	_, waits := b.submitted("2026-08", pays("ann", 100))
	first, last := calendar.MonthOf(calendar.Of(2026, 6, 1)), calendar.MonthOf(calendar.Of(2026, 8, 1))
	ids := func() (list []string) {
		for _, f := range must(b.UnsentSubmissions(ctx, first, last))(t) {
			list = append(list, f.ID)
		}
		return list
	}
	want(t, ids(), []string{answered.ID, sent.ID, waits.ID})
	b.move("ann", "2026-06", PayoutPaid)
	b.ok(b.MarkSubmission(ctx, SubmissionMark{SubmissionID: sent.ID, Kind: MarkSent, By: "li.na", BankRef: "4711", At: noon}))
	want(t, ids(), []string{waits.ID})
}

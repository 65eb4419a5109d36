package state

import (
	"testing"

	"recon/internal/calendar"
)

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

// A copy may have been fetched from the moment it was begun until it is known to
// be withdrawn, and what replaces such a file cannot be voided.
func TestMayBeFetched(t *testing.T) {
	b := freshBooks(t)
	_, sub := b.submitted("2026-08", pays("ann", 100))
	want(t, must(b.MayBeFetched(ctx, sub.No))(t), false)
	b.ok(b.BeginDelivery(ctx, sub.No, noon))
	b.ok(b.BeginDelivery(ctx, sub.No, noon))
	want(t, must(b.MayBeFetched(ctx, sub.No))(t), true)
	b.ok(b.MarkWithdrawn(ctx, sub.No, noon))
	want(t, must(b.MayBeFetched(ctx, sub.No))(t), false)
	b.ok(b.BeginDelivery(ctx, sub.No, noon))
	want(t, must(b.MayBeFetched(ctx, sub.No))(t), false)
}

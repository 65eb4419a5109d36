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

package settle

import (
	"testing"
	"time"

	"recon/settle/rail"
)

// afterVoid is a book of payouts whose file ME0 was taken back as never sent,
// and that stand in ME1 by now. Like the payout books it still knows ME0.
type afterVoid struct{ *books }

func (b afterVoid) ByMessage(id string) []Attempt {
	if id == "ME0" {
		return b.all
	}
	return b.books.ByMessage(id)
}

func (b afterVoid) ByGroup(id string) []Attempt {
	if id == "PI0" {
		return b.all
	}
	return b.books.ByGroup(id)
}

// TestAnswerToAFileTakenBackMovesNothing: the bank refuses the first file, and
// perhaps executes the second. Failing its payouts would pay them again.
func TestAnswerToAFileTakenBackMovesNothing(t *testing.T) {
	old := func(s *rail.Signal) {
		if s.MessageID != "" {
			s.MessageID = "ME0"
		}
		if s.PaymentInfoID != "" {
			s.PaymentInfoID = "PI0"
		}
	}
	alone := func(s *rail.Signal) { s.MessageID, s.PaymentInfoID = "", "PI0" }
	for _, s := range []rail.Signal{changed(ofFile(rail.Failed), old), changed(ofGroup(rail.Failed), old), changed(ofGroup(rail.Failed), alone),
		changed(ofFile(rail.Processing), old), changed(debit(300), old)} {
		b := newBooks(rail.Submitted, rail.Submitted)
		same(t, told(Apply(afterVoid{b}, "sha", statusOf(s), time.Time{})), "other_batch a")
	}
	b := newBooks(rail.Submitted, rail.Pending)
	o := Apply(afterVoid{b}, "sha", statusOf(changed(ofFile(rail.Failed), old)), time.Time{})
	same(t, told(o), "other_batch a", "not_submitted b")
	same(t, apply(t, b, statusOf(ofFile(rail.Failed))), "a submitted->failed")
}

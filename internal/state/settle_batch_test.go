package state

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
)

func TestBatchRowIsKeptWhole(t *testing.T) {
	b := freshBooks(t)
	begun := b.begin(batchOf(b.run, "2026-08", 1))
	wanted := batchOf(b.run, "2026-08", 1)
	wanted.No, wanted.ID, wanted.Draft, wanted.State = 1, "2026-08-1", 1, BatchComputing
	want(t, begun, wanted)
	want(t, must(b.BatchByID(ctx, "2026-08-1"))(t), wanted)

	again, began, err := b.BeginBatch(ctx, batchOf(b.run, "2026-08", 1))
	b.ok(err)
	want(t, fmt.Sprint(began, again == wanted), "false true")
	_, err = b.BatchByID(ctx, "2026-09-1")
	wantError(t, err, `no batch "2026-09-1": `+"`settle list` shows them")
}

func TestOneBatchComputesAtATime(t *testing.T) {
	b := freshBooks(t)
	b.begin(batchOf(b.run, "2026-08", 1))
	_, _, err := b.BeginBatch(ctx, batchOf(b.run, "2026-09", 1))
	wantError(t, err, "batch of 2026-09, part 1: batch 2026-08-1 is not computed to its end: finish or discard it first")
}

func TestBatchKnowsWhatWasBeforeIt(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100))
	b.ok(b.AcceptRestated(ctx, []Acceptance{{EntryID: "e1", Content: "gone", By: "li.na", Why: "typo", At: noon}}))
	next := b.made("2026-09", pays("ann", 50))
	want(t, []int64{next.PostingSeq, next.EventSeq, next.AcceptedNo}, []int64{2, 1, 1})
	want(t, []int64{next.Complete.PostingSeq, next.Complete.EventSeq}, []int64{4, 1})
}

func TestDraftsAreNumbered(t *testing.T) {
	b := freshBooks(t)
	first := b.made("2026-08", pays("ann", 100))
	b.ok(b.Discard(ctx, first.No, "li.na", "wrong rates", noon))
	second := b.made("2026-08", pays("ann", 90))
	want(t, second.ID, "2026-08-1-d2")
	live, known, err := b.LiveBatch(ctx, "2026-08", 1)
	want(t, fmt.Sprint(live.ID, known, err), "2026-08-1-d2true <nil>")
	latest, known, err := b.LatestBatch(ctx, 0)
	want(t, fmt.Sprint(latest.ID, known, err), "2026-08-1-d2true <nil>")
	_, known, err = b.LatestBatch(ctx, second.No)
	want(t, fmt.Sprint(known, err), "false <nil>")
	all := must(b.Batches(ctx))(t)
	want(t, []string{all[0].State, all[1].State}, []string{BatchDiscarded, BatchDraft})
	want(t, all[0].Discarded, &Discarding{By: "li.na", Why: "wrong rates", At: noon})
}

func TestStateOfABatch(t *testing.T) {
	b := freshBooks(t)
	batch := b.begin(batchOf(b.run, "2026-08", 1))
	is := func(state string) {
		t.Helper()
		want(t, must(b.BatchByID(ctx, batch.ID))(t).State, state)
	}
	is(BatchComputing)
	slice := Slice{Payouts: []PlannedPayout{pays("ann", 100), pays("bob", 200), reviews("eve", 300)}}
	b.ok(b.PostSlice(ctx, batch.No, slice, testRef, noon))
	is(BatchComputing)
	b.ok(b.complete(batch, slice))
	is(BatchDraft)
	must(b.AddApproval(ctx, approvalOf(batch, ScopeAllExceptReview), nil))(t)
	is(BatchApproved)
	sub, nos := fileOf(batch, 1, b.attempt("ann", "2026-08"))
	must(b.AddSubmission(ctx, sub, nos))(t)
	is(BatchSubmitting) // bob is in no file
	sub = b.file(batch, 2)
	is(BatchSubmitting) // no file is sent
	b.ok(b.MarkSubmission(ctx, SubmissionMark{SubmissionID: sub.ID, Kind: MarkSent, By: "li.na", At: noon}))
	is(BatchSubmitting) // one is
	b.move("ann", "2026-08", PayoutProcessing)
	is(BatchOpen) // a bank that answers has the file
	b.move("ann", "2026-08", PayoutPaid)
	b.move("bob", "2026-08", PayoutFailed)
	is(BatchOpen) // eve is in review
	b.move("eve", "2026-08", PayoutCancelled)
	is(BatchClosed)
}

func TestBatchWithoutApprovalIsADraftUntilItsFirstFile(t *testing.T) {
	b := freshBooks(t)
	row := batchOf(b.run, "2026-08", 1)
	row.ApprovalRequired = false
	batch := b.madeOf(row, Slice{Payouts: []PlannedPayout{pays("ann", 100)}})
	want(t, batch.State, BatchDraft)
	sub := b.file(batch, 1)
	want(t, must(b.BatchByID(ctx, batch.ID))(t).State, BatchSubmitting)
	b.ok(b.VoidSubmission(ctx, sub.ID, "li.na", "wrong date", noon))
	want(t, must(b.BatchByID(ctx, batch.ID))(t).State, BatchApproved)
	wantError(t, b.Discard(ctx, batch.No, "li.na", "wrong", noon), "a file was made of it")
}

func TestBatchWithoutPayoutsIsClosed(t *testing.T) {
	b := freshBooks(t)
	want(t, b.made("2026-08").State, BatchClosed)
}

func TestUnclearKeepsABatchOpen(t *testing.T) {
	b := freshBooks(t)
	batch, sub := b.submitted("2026-08", pays("ann", 100))
	b.ok(b.MarkSubmission(ctx, SubmissionMark{SubmissionID: sub.ID, Kind: MarkSent, By: "li.na", At: noon}))
	steps := moves(b.attempt("ann", "2026-08"), PayoutSubmitted)
	steps[0].Unclear = true
	must(b.Apply(ctx, steps, nil, nil, noon))(t)
	want(t, must(b.BatchByID(ctx, batch.ID))(t).State, BatchOpen)
	want(t, b.attempt("ann", "2026-08").Unclear, true)
	want(t, b.buckets("ann"), "available -100, reserved 100")
}

func TestReportedOnce(t *testing.T) {
	b := freshBooks(t)
	batch := b.made("2026-08", pays("ann", 100))
	want(t, batch.Reported, false)
	b.ok(b.MarkReported(ctx, batch.No, 0, noon))
	b.ok(b.MarkReported(ctx, batch.No, 7, noon))
	batch = must(b.BatchByID(ctx, batch.ID))(t)
	want(t, fmt.Sprint(batch.Reported, batch.ReportedSeq), "true 0")
}

// Two processes that settle the same month make the same one batch.
func TestTwoHandlesMakeOneBatch(t *testing.T) {
	s, path, run := fresh(t)
	handles := []*State{s, reopen(t, filepath.Clean(path), false)}
	var slices []Slice
	for i := range 10 {
		var one Slice
		for j := range 30 {
			one.Payouts = append(one.Payouts, pays(fmt.Sprintf("p%d-%d", i, j), int64(100+j)))
		}
		slices = append(slices, one)
	}
	var together sync.WaitGroup
	began := make([]bool, len(handles))
	errs := make([]error, len(handles))
	for i, h := range handles {
		together.Go(func() { began[i], errs[i] = settleAll(h, run, slices) })
	}
	together.Wait()
	for i, err := range errs {
		if err != nil {
			t.Errorf("handle %d: %v", i, err)
		}
	}
	want(t, began[0] != began[1], true)
	all := must(s.Batches(ctx))(t)
	want(t, fmt.Sprint(len(all), all[0].Complete.Payouts), "1 300")
	want(t, len(must(s.PayoutAttempts(ctx, 1))(t)), 300)
	testBooks{t, s, run}.lawful()
}

// settleAll does what a whole run does.
func settleAll(s *State, run int64, slices []Slice) (began bool, err error) {
	batch, began, err := s.BeginBatch(ctx, batchOf(run, "2026-08", 1))
	if err != nil {
		return began, err
	}
	c := Completed{Hash: hash, Summary: "{}", Sums: map[string]int64{}}
	for _, one := range slices {
		for _, p := range one.Payouts {
			c.Payouts++
			c.Sums[p.Currency] += p.AmountMinor
		}
		if err := s.PostSlice(ctx, batch.No, one, testRef, noon); err != nil {
			return began, err
		}
	}
	return began, s.CompleteBatch(ctx, batch.No, c, noon)
}

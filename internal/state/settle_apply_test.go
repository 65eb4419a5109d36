package state

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestMoneyFollowsTheStates(t *testing.T) {
	for path, money := range map[string]string{
		"processing":               "available -100, reserved 100",
		"failed":                   "available 0, reserved 0",
		"cancelled":                "available 0, reserved 0",
		"processing failed":        "available 0, reserved 0",
		"processing cancelled":     "available 0, reserved 0",
		"paid":                     "available -100, reserved 0",
		"processing paid":          "available -100, reserved 0",
		"paid returned":            "available 0, reserved 0",
		"processing paid returned": "available 0, reserved 0",
	} {
		b := freshBooks(t)
		b.submitted("2026-08", pays("ann", 100))
		b.move("ann", "2026-08", strings.Fields(path)...)
		if found := b.buckets("ann"); found != money {
			t.Errorf("%s: %s, wanted %s", path, found, money)
		}
		b.lawful()
	}
}

// Every pair of states that is no step is refused, with nothing stored.
func TestOnlyStepsAreTaken(t *testing.T) {
	all := []string{PayoutReview, PayoutPending, PayoutSubmitted, PayoutProcessing, PayoutPaid, PayoutReturned, PayoutFailed, PayoutCancelled}
	ways := map[string][]string{PayoutSubmitted: nil, PayoutProcessing: {PayoutProcessing}, PayoutPaid: {PayoutPaid},
		PayoutReturned: {PayoutPaid, PayoutReturned}, PayoutFailed: {PayoutFailed}, PayoutCancelled: {PayoutCancelled}}
	allowed := "processing>processing processing>paid processing>failed processing>cancelled paid>returned " +
		"submitted>submitted submitted>processing submitted>paid submitted>failed submitted>cancelled"
	for from, way := range ways {
		for _, to := range all {
			b := freshBooks(t)
			b.submitted("2026-08", pays("ann", 100))
			b.move("ann", "2026-08", way...)
			before := b.buckets("ann")
			_, err := b.Apply(ctx, moves(b.attempt("ann", "2026-08"), to), nil, nil, noon)
			step := from + ">" + to
			if isStep := strings.Contains(" "+allowed+" ", " "+step+" "); isStep != (err == nil) {
				t.Errorf("%s: %v", step, err)
			}
			if err != nil {
				want(t, b.buckets("ann"), before)
				want(t, b.attempt("ann", "2026-08").State, from)
			}
		}
	}
}

func TestPeopleCancelWhatIsInNoFile(t *testing.T) {
	b := freshBooks(t)
	b.made("2026-08", pays("ann", 100), reviews("bob", 200), reviews("eve", 300))
	b.move("ann", "2026-08", PayoutCancelled)
	b.move("bob", "2026-08", PayoutCancelled)
	b.move("eve", "2026-08", PayoutPending, PayoutCancelled)
	want(t, b.buckets("eve"), "available 0, reserved 0")
	_, err := b.Apply(ctx, moves(b.attempt("ann", "2026-08"), PayoutPending), nil, nil, noon)
	wantError(t, err, "there is no step from cancelled to pending")
	b.lawful()
}

func TestOnlyFilesSubmit(t *testing.T) {
	b := freshBooks(t)
	b.approved("2026-08", pays("ann", 100))
	_, err := b.Apply(ctx, moves(b.attempt("ann", "2026-08"), PayoutSubmitted), nil, nil, noon)
	wantError(t, err, "only a submission makes the step from pending to submitted")
	b.file(must(b.BatchByID(ctx, "2026-08-1"))(t), 1)
	_, err = b.Apply(ctx, moves(b.attempt("ann", "2026-08"), PayoutPending), nil, nil, noon)
	wantError(t, err, "only a submission makes the step from submitted to pending")
}

func TestSameEvidenceCountsOnce(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100))
	late := moves(b.attempt("ann", "2026-08"), PayoutPaid, PayoutReturned)
	late[1].Evidence = late[0].Evidence // one line speaks of two steps
	late = append(late, late[1])        // and says the second twice
	want(t, must(b.Apply(ctx, late, nil, nil, noon))(t), Outcome{Applied: 2, Skipped: 1})
	want(t, must(b.Apply(ctx, late, nil, nil, noon))(t), Outcome{Skipped: 3})
	// Read another way, the same evidence is still the same.
	late[0].To = PayoutFailed
	want(t, must(b.Apply(ctx, late[:1], nil, nil, noon))(t), Outcome{Skipped: 1})
	want(t, b.attempt("ann", "2026-08").State, PayoutReturned)
	b.lawful()
}

// A step that was decided on what is not so any more stores nothing at all.
func TestStaleStepIsRefusedWithAllOthers(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100), pays("bob", 200))
	stale := moves(b.attempt("bob", "2026-08"), PayoutFailed)
	b.move("bob", "2026-08", PayoutPaid)
	file := StatusFile{SHA256: hash, RunID: b.run}
	exceptions := []PayoutException{{Source: "bank", Evidence: "1", Kind: "amount"}}
	stale[0].Evidence = "other"
	_, err := b.Apply(ctx, append(moves(b.attempt("ann", "2026-08"), PayoutPaid), stale...), exceptions, &file, noon)
	wantError(t, err, "a step from submitted to failed, but it is paid")
	want(t, b.attempt("ann", "2026-08").State, PayoutSubmitted)
	want(t, len(must(b.Exceptions(ctx, ExceptionFilter{}))(t))+len(must(b.StatusFiles(ctx))(t)), 0)
}

func TestStepsNeedEvidence(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100))
	bare := moves(b.attempt("ann", "2026-08"), PayoutPaid)
	bare[0].Evidence = ""
	_, err := b.Apply(ctx, bare, nil, nil, noon)
	wantError(t, err, "a step without source or evidence")
	bare[0].AttemptNo = 99
	_, err = b.Apply(ctx, bare, nil, nil, noon)
	wantError(t, err, "no payout attempt with number 99")
}

func TestComputingBatchTakesNoSteps(t *testing.T) {
	b := freshBooks(t)
	batch := b.begin(batchOf(b.run, "2026-08", 1))
	b.ok(b.PostSlice(ctx, batch.No, fullSlice(), testRef, noon))
	_, err := b.Apply(ctx, moves(b.attempt("ann", "2026-08"), PayoutCancelled), nil, nil, noon)
	wantError(t, err, "its batch is not computed to its end")
}

func TestEventIsKeptWhole(t *testing.T) {
	b := freshBooks(t)
	batch, sub := b.submitted("2026-08", pays("ann", 100))
	a := b.attempt("ann", "2026-08")
	step := Transition{AttemptNo: a.No, From: PayoutSubmitted, To: PayoutFailed, Source: "pain.002", Evidence: hash + ":7", Code: "AC04", Reason: "closed",
		Fixable: true, OccurredAt: noon.Add(-time.Hour)}
	must(b.Apply(ctx, []Transition{step}, nil, nil, noon.Add(time.Hour)))(t)
	events := must(b.EventsOfAttempt(ctx, a.No))(t)
	want(t, events, []PayoutEvent{
		{Seq: 1, AttemptNo: 1, RailRef: a.RailRef, PayoutKey: a.PayoutKey, From: PayoutPending, To: PayoutSubmitted, Source: "submission", Evidence: sub.ID,
			OccurredAt: sub.CreatedAt, RecordedAt: sub.CreatedAt},
		{Seq: 2, AttemptNo: 1, RailRef: a.RailRef, PayoutKey: a.PayoutKey, From: PayoutSubmitted, To: PayoutFailed, Source: "pain.002", Evidence: hash + ":7",
			Code: "AC04", Reason: "closed", Fixable: true, OccurredAt: noon.Add(-time.Hour), RecordedAt: noon.Add(time.Hour)},
	})
	a.State, a.EventSeq, a.Code, a.Reason, a.StateAt = PayoutFailed, 2, "AC04", "closed", noon.Add(time.Hour)
	want(t, must(b.PayoutAttempts(ctx, batch.No))(t), []PayoutAttempt{a})
	want(t, []string{a.SubmissionID, a.MessageID, a.PaymentInfoID, a.Path}, []string{sub.ID, sub.MessageID, sub.PaymentInfoID, sub.Path})
}

func TestRemarksMoveNoMoney(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100))
	doubt := moves(b.attempt("ann", "2026-08"), PayoutSubmitted, PayoutSubmitted)
	doubt[0].Unclear, doubt[0].Code = true, "DU01"
	must(b.Apply(ctx, doubt[:1], nil, nil, noon))(t)
	a := b.attempt("ann", "2026-08")
	want(t, fmt.Sprintln(a.State, a.Unclear, a.Code), "submitted true DU01\n")
	must(b.Apply(ctx, doubt[1:], nil, nil, noon))(t)
	want(t, b.attempt("ann", "2026-08").Unclear, false)
	end := moves(b.attempt("ann", "2026-08"), PayoutFailed)
	end[0].Unclear = true
	_, err := b.Apply(ctx, end, nil, nil, noon)
	wantError(t, err, "what is unclear does not make it failed")
	want(t, b.buckets("ann"), "available -100, reserved 100")
	b.lawful()
}

func TestStateAsOfAnEvent(t *testing.T) {
	b := freshBooks(t)
	batch, _ := b.submitted("2026-08", pays("ann", 100), reviews("bob", 200)) // events 1: bob approved, 2 and 3: submitted
	b.move("ann", "2026-08", PayoutProcessing, PayoutFailed)                  // 4, 5
	must(b.Retry(ctx, retryOf(b.attempt("ann", "2026-08"), 100), testRef, noon))(t)
	var found []string
	for seq := range int64(6) {
		all := must(b.AttemptsAsOf(ctx, batch.No, seq))(t)
		found = append(found, fmt.Sprint(len(all), " ", all[0].State, " ", all[1].State, all[1].SubmissionID))
	}
	want(t, found, []string{"2 pending review", "2 pending pending", "2 submitted pending", "2 submitted submitted", "2 processing submitted", "2 failed submitted"})
}

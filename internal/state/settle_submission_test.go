package state

import (
	"testing"
	"time"
)

func TestSubmissionIsKeptWhole(t *testing.T) {
	b := freshBooks(t)
	batch := b.approved("2026-08", pays("ann", 100), pays("bob", 200))
	sub, nos := fileOf(batch, 1, b.attempt("bob", "2026-08"), b.attempt("ann", "2026-08"))
	stored := must(b.AddSubmission(ctx, sub, nos))(t)
	sub.No, sub.State = 1, SubmissionMade
	want(t, stored, sub)
	want(t, must(b.SubmissionItems(ctx, sub.ID))(t), []int64{2, 1})
	want(t, must(b.Submissions(ctx, batch.No))(t), []Submission{sub})
	want(t, len(must(b.Submissions(ctx, 99))(t)), 0)
	for _, id := range []string{sub.MessageID, sub.PaymentInfoID} {
		all := must(b.AttemptsInSubmission(ctx, id))(t)
		want(t, []string{all[0].Payee, all[1].Payee, all[0].State}, []string{"bob", "ann", PayoutSubmitted})
	}
	_, err := b.SubmissionByID(ctx, "x")
	wantError(t, err, "there is no submission x: `settle list` shows them")
	b.lawful()
}

// A payout is in one live file, whatever is asked for.
func TestPayoutIsInOneFile(t *testing.T) {
	b := freshBooks(t)
	batch, first := b.submitted("2026-08", pays("ann", 100))
	sub, nos := fileOf(batch, 2, b.attempt("ann", "2026-08"))
	_, err := b.AddSubmission(ctx, sub, nos)
	wantError(t, err, "submission 2026-08-1/sepa-2: payout "+b.attempt("ann", "2026-08").RailRef+" is submitted, wanted pending")
	b.ok(b.VoidSubmission(ctx, first.ID, "li.na", "wrong date", noon))
	a := b.attempt("ann", "2026-08")
	want(t, []string{a.State, a.SubmissionID, a.MessageID}, []string{PayoutPending, "", ""})
	b.lawful()
	must(b.AddSubmission(ctx, sub, nos))(t)
	want(t, b.attempt("ann", "2026-08").SubmissionID, sub.ID)
	want(t, must(b.AttemptsInSubmission(ctx, first.MessageID))(t)[0].SubmissionID, sub.ID)
	want(t, must(b.SubmissionByID(ctx, first.ID))(t).State, SubmissionVoid)
	b.lawful()
}

func TestSubmissionsThatAreRefused(t *testing.T) {
	b := freshBooks(t)
	b.approved("2026-08", pays("zoe", 9))
	batch := b.approved("2026-09", pays("ann", 100), pays("bob", 200), pays("gus", 5))
	b.move("gus", "2026-09", PayoutCancelled)
	ann, zoe, gus := b.attempt("ann", "2026-09"), b.attempt("zoe", "2026-08"), b.attempt("gus", "2026-09")
	sub, nos := fileOf(batch, 1, b.attempt("bob", "2026-09"))
	must(b.AddSubmission(ctx, sub, nos))(t)
	for text, c := range map[string]struct {
		change   func(*Submission)
		attempts []PayoutAttempt
	}{
		"is of another batch":                          {func(f *Submission) {}, []PayoutAttempt{zoe}},
		"is of another batch, currency or rail":        {func(f *Submission) { f.Currency = "USD" }, []PayoutAttempt{ann}},
		"batch, currency or rail":                      {func(f *Submission) { f.Rail = "cards" }, []PayoutAttempt{ann}},
		"a payout stands in it twice":                  {func(f *Submission) {}, []PayoutAttempt{ann, ann}},
		gus.RailRef + " is cancelled, wanted pending":  {func(f *Submission) {}, []PayoutAttempt{gus}},
		"it holds 1 payouts and 100 minor units":       {func(f *Submission) { f.SumMinor++ }, []PayoutAttempt{ann}},
		"wanted 2 and 100":                             {func(f *Submission) { f.Payouts++ }, []PayoutAttempt{ann}},
		"its ids are those of 2026-09-1/sepa-1":        {func(f *Submission) { f.MessageID = sub.MessageID }, []PayoutAttempt{ann}},
		"ids are those of 2026-09-1/sepa-1":            {func(f *Submission) { f.PaymentInfoID = sub.PaymentInfoID }, []PayoutAttempt{ann}},
		"those of 2026-09-1/sepa-1":                    {func(f *Submission) { f.PaymentInfoID = sub.MessageID }, []PayoutAttempt{ann}},
		"UNIQUE constraint failed: submission.path":    {func(f *Submission) { f.Path = sub.Path }, []PayoutAttempt{ann}},
		"it holds 0 payouts and 0 minor units, wanted": {func(f *Submission) { f.Payouts = 1 }, nil},
		"no batch with number 99":                      {func(f *Submission) { f.BatchNo = 99 }, []PayoutAttempt{ann}},
	} {
		wrong, nos := fileOf(batch, 2, c.attempts...)
		c.change(&wrong)
		_, err := b.AddSubmission(ctx, wrong, nos)
		wantError(t, err, text)
	}
	want(t, b.attempt("ann", "2026-09").State, PayoutPending)
}

func TestUnapprovedPayoutsAreInNoFile(t *testing.T) {
	b := freshBooks(t)
	batch := b.made("2026-08", pays("ann", 100))
	sub, nos := fileOf(batch, 1, b.attempt("ann", "2026-08"))
	_, err := b.AddSubmission(ctx, sub, nos)
	wantError(t, err, "is not approved")
	computing := b.begin(batchOf(b.run, "2026-09", 1))
	b.ok(b.PostSlice(ctx, computing.No, Slice{Payouts: []PlannedPayout{pays("ann", 100)}}, testRef, noon))
	sub, nos = fileOf(computing, 1, b.attempt("ann", "2026-09"))
	_, err = b.AddSubmission(ctx, sub, nos)
	wantError(t, err, "batch 2026-09-1 is not complete or was discarded")
}

func TestVoidIsForFilesThatNobodyHas(t *testing.T) {
	b := freshBooks(t)
	_, sub := b.submitted("2026-08", pays("ann", 100), pays("bob", 200))
	wantError(t, b.VoidSubmission(ctx, sub.ID, "", "why", noon), "nobody named")
	wantError(t, b.VoidSubmission(ctx, "x", "li.na", "why", noon), "there is no submission x")
	b.move("bob", "2026-08", PayoutProcessing)
	wantError(t, b.VoidSubmission(ctx, sub.ID, "li.na", "why", noon), "the bank answered about payout "+b.attempt("bob", "2026-08").RailRef+", which is processing")

	_, second := b.submitted("2026-09", pays("ann", 100))
	b.ok(b.MarkSubmission(ctx, SubmissionMark{SubmissionID: second.ID, Kind: MarkSent, By: "wang", BankRef: "R1", At: noon}))
	wantError(t, b.VoidSubmission(ctx, second.ID, "li.na", "why", noon), "2026-09-1/sepa-1 is marked as sent by wang")

	_, third := b.submitted("2026-10", pays("ann", 100))
	doubt := moves(b.attempt("ann", "2026-10"), PayoutSubmitted)
	doubt[0].Unclear = true
	must(b.Apply(ctx, doubt, nil, nil, noon))(t)
	wantError(t, b.VoidSubmission(ctx, third.ID, "li.na", "why", noon), "the bank answered about payout")

	_, fourth := b.submitted("2026-11", pays("ann", 100))
	b.ok(b.VoidSubmission(ctx, fourth.ID, "li.na", "why", noon))
	wantError(t, b.VoidSubmission(ctx, fourth.ID, "li.na", "why", noon), "it is void")
	b.lawful()
}

// redated is the same file for another day.
func redated(former Submission, number int64) Submission {
	next := former
	next.ID, next.Number, next.Redates = former.ID+"r", number, former.No
	next.Path, next.Execution = "submissions/"+next.ID+".xml", former.Execution+1
	return next
}

func TestRedatedFileKeepsIDsAndItems(t *testing.T) {
	b := freshBooks(t)
	_, former := b.submitted("2026-08", pays("ann", 100), pays("bob", 200))
	items := must(b.SubmissionItems(ctx, former.ID))(t)
	next := must(b.AddSubmission(ctx, redated(former, 2), items))(t)
	want(t, must(b.SubmissionByID(ctx, former.ID))(t).State, SubmissionRedated)
	a := b.attempt("ann", "2026-08")
	want(t, []string{a.State, a.SubmissionID, a.MessageID}, []string{PayoutSubmitted, next.ID, former.MessageID})
	want(t, len(must(b.EventsOfAttempt(ctx, a.No))(t)), 1)
	want(t, len(must(b.AttemptsInSubmission(ctx, former.MessageID))(t)), 2)
	b.lawful()

	_, err := b.AddSubmission(ctx, redated(former, 3), items)
	wantError(t, err, former.ID+" is redated")
	wantError(t, b.VoidSubmission(ctx, former.ID, "li.na", "why", noon), "it is redated")
	third := must(b.AddSubmission(ctx, redated(next, 3), items))(t)
	b.ok(b.VoidSubmission(ctx, third.ID, "li.na", "why", noon))
	want(t, b.attempt("ann", "2026-08").State, PayoutPending)
	b.lawful()
}

// Whoever got the first of two files with the same ids pays them.
func TestRedatedFileThatWasSentIsNotVoid(t *testing.T) {
	b := freshBooks(t)
	_, former := b.submitted("2026-08", pays("ann", 100))
	b.ok(b.MarkSubmission(ctx, SubmissionMark{SubmissionID: former.ID, Kind: MarkSent, By: "wang", At: noon}))
	next := must(b.AddSubmission(ctx, redated(former, 2), must(b.SubmissionItems(ctx, former.ID))(t)))(t)
	wantError(t, b.VoidSubmission(ctx, next.ID, "li.na", "why", noon), former.ID+" is marked as sent by wang")
}

func TestRedatingIsRefused(t *testing.T) {
	b := freshBooks(t)
	_, former := b.submitted("2026-08", pays("ann", 100), pays("bob", 200))
	items := must(b.SubmissionItems(ctx, former.ID))(t)
	for text, change := range map[string]func(*Submission){
		"its batch or ids are not those of": func(f *Submission) { f.MessageID = "other" },
		"there is no submission 99":         func(f *Submission) { f.Redates = 99 },
	} {
		wrong := redated(former, 2)
		change(&wrong)
		_, err := b.AddSubmission(ctx, wrong, items)
		wantError(t, err, text)
	}
	_, err := b.AddSubmission(ctx, redated(former, 2), []int64{items[1], items[0]})
	wantError(t, err, "its payouts are not those of "+former.ID)
	b.move("ann", "2026-08", PayoutProcessing)
	_, err = b.AddSubmission(ctx, redated(former, 2), items)
	wantError(t, err, "is processing, wanted submitted")
}

func TestMarks(t *testing.T) {
	b := freshBooks(t)
	_, sub := b.submitted("2026-08", pays("ann", 100))
	mark := func(kind, ref string) error {
		return b.MarkSubmission(ctx, SubmissionMark{SubmissionID: sub.ID, Kind: kind, By: "wang", BankRef: ref, Detail: "d", At: noon.Add(time.Hour)})
	}
	for _, kind := range []string{MarkPlaced, MarkPlaced, MarkDelivered, MarkAlarm, MarkAlarm, MarkSent} {
		b.ok(mark(kind, "R1"))
	}
	b.ok(mark(MarkSent, "R1"))
	wantError(t, mark(MarkSent, "R2"), `it was marked as sent by wang with bank reference "R1"`)
	wantError(t, mark(MarkVoid, ""), `mark "void": wanted placed, delivered, sent or alarm`)
	found := must(b.SubmissionByID(ctx, sub.ID))(t)
	sub.Placed, sub.Delivered, sub.State, sub.SentAt, sub.SentBy, sub.BankRef = true, true, SubmissionSent, noon.Add(time.Hour), "wang", "R1"
	want(t, found, sub)
	want(t, b.attempt("ann", "2026-08").SentAt, noon.Add(time.Hour))
	marks := must(b.SubmissionMarks(ctx, sub.ID))(t)
	want(t, len(marks), 5)
	want(t, marks[4], SubmissionMark{SubmissionID: sub.ID, Kind: MarkSent, By: "wang", BankRef: "R1", Detail: "d", At: noon.Add(time.Hour)})

	_, void := b.submitted("2026-09", pays("ann", 100))
	b.ok(b.VoidSubmission(ctx, void.ID, "li.na", "why", noon))
	sub = void
	wantError(t, mark(MarkSent, "R3"), "it is void: call the bank if it has this file")
	b.ok(mark(MarkAlarm, ""))
}

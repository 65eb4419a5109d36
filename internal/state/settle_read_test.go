package state

import (
	"fmt"
	"testing"
	"time"
)

// sums are the posted sums of one account in euro.
func (b testBooks) sums(payee string, upTo int64, before Batch) PostedSum {
	b.Helper()
	var found PostedSum
	b.ok(b.PostedSums(ctx, upTo, before, func(p PostedSum) error {
		if p.Payee == payee && p.Currency == "EUR" {
			found = p
		}
		return nil
	}))
	return found
}

func TestPostedSumsSinceTheBatchBefore(t *testing.T) {
	b := freshBooks(t)
	row := batchOf(b.run, "2026-08", 1)
	first := b.madeOf(row, Slice{Payouts: []PlannedPayout{pays("ann", 100), pays("bob", 40)}, Openings: []Opening{{Payee: "ann", Currency: "EUR", BalanceMinor: 30}}})
	must(b.AddApproval(ctx, approvalOf(first, ScopeAll), nil))(t)
	b.file(first, 1)
	b.move("ann", "2026-08", PayoutPaid, PayoutReturned)
	must(b.Retry(ctx, retryOf(b.attempt("ann", "2026-08"), 100), testRef, noon))(t)
	b.move("bob", "2026-08", PayoutFailed)
	draft := b.made("2026-09", pays("bob", 40))
	b.ok(b.Discard(ctx, draft.No, "li.na", "wrong", noon))
	second := b.begin(batchOf(b.run, "2026-09", 1))

	want(t, b.sums("ann", first.PostingSeq, Batch{}), PostedSum{})
	want(t, b.sums("ann", second.PostingSeq, first), PostedSum{Payee: "ann", Currency: "EUR", AvailableMinor: -70, ReservedMinor: 100, OpeningMinor: 30,
		PaidSinceMinor: 100, ReturnedSinceMinor: 100, HadPayout: true})
	want(t, b.sums("bob", second.PostingSeq, first), PostedSum{Payee: "bob", Currency: "EUR", ReturnedSinceMinor: 40, HadPayout: true})
	stop := fmt.Errorf("stop")
	wantError(t, b.PostedSums(ctx, 1<<62, first, func(PostedSum) error { return stop }), "stop")
}

func TestPostedSumsAreInOrder(t *testing.T) {
	b := freshBooks(t)
	dollars := pays("ann", 1)
	dollars.Currency = "USD"
	b.made("2026-08", pays("zoe", 1), dollars, pays("ann", 2))
	var found []string
	b.ok(b.PostedSums(ctx, 1<<62, Batch{}, func(p PostedSum) error {
		found = append(found, p.Payee+p.Currency)
		return nil
	}))
	want(t, found, []string{"annEUR", "annUSD", "zoeEUR"})
}

func TestFixableFailureBlocksTheDestination(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100), pays("bob", 40), pays("eve", 7))
	var steps []Transition
	for _, c := range []struct {
		payee, code string
		fixable     bool
		states      []string
	}{{"ann", "AC04", true, []string{PayoutPaid, PayoutReturned}}, {"bob", "AM04", false, []string{PayoutFailed}}, {"eve", "AC01", true, []string{PayoutFailed}}} {
		for _, one := range moves(b.attempt(c.payee, "2026-08"), c.states...) {
			one.Code, one.Fixable = c.code, c.fixable && one.To != PayoutPaid
			steps = append(steps, one)
		}
	}
	must(b.Apply(ctx, steps, nil, nil, noon))(t) // events 4 to 7
	ann := BlockedDestination{Payee: "ann", Currency: "EUR", Fingerprint: "f-ann", Code: "AC04", Since: noon}
	eve := BlockedDestination{Payee: "eve", Currency: "EUR", Fingerprint: "f-eve", Code: "AC01", Since: noon}
	want(t, must(b.BlockedDestinations(ctx, 99))(t), []BlockedDestination{ann, eve})
	want(t, must(b.BlockedDestinations(ctx, 6))(t), []BlockedDestination{ann})
	want(t, len(must(b.BlockedDestinations(ctx, 4))(t)), 0)
}

func TestExportsWalkInOrderAndInPages(t *testing.T) {
	b := freshBooks(t)
	var many []PlannedPayout
	for i := range pageRows/2 + 10 {
		many = append(many, pays(fmt.Sprint("p", i), 5))
	}
	first := b.madeOf(batchOf(b.run, "2026-08", 1), Slice{Payouts: many, Openings: []Opening{{Payee: "eve", Currency: "EUR", BalanceMinor: 3}}})
	second, _ := b.submitted("2026-09", pays("ann", 100))
	b.move("p3", "2026-08", PayoutCancelled)

	lines := func(batches ...int64) (count int, last Posting) {
		for p, err := range b.PostingsOf(ctx, batches...) {
			b.ok(err)
			if p.Seq <= last.Seq {
				t.Fatalf("posting %d comes after %d", p.Seq, last.Seq)
			}
			count, last = count+1, p
		}
		return count, last
	}
	count, last := lines(first.No)
	want(t, count, 2*len(many)+2+2)
	want(t, last, Posting{Seq: int64(count + 2), TransferNo: int64(count+2) / 2, Kind: "release", Payee: "p3", Currency: "EUR", Bucket: "available", AmountMinor: 5,
		AttemptNo: b.attempt("p3", "2026-08").No, RailRef: b.attempt("p3", "2026-08").RailRef, PayoutKey: "monthly-payout:p3:2026-08:EUR", PostedAt: noon})
	count, _ = lines(second.No)
	want(t, count, 2)
	count, _ = lines(first.No, second.No)
	want(t, count, 2*len(many)+2+2+2)

	for p, err := range b.PostingsOf(ctx, first.No) {
		b.ok(err)
		want(t, p.Kind, "opening")
		want(t, len(must(b.EventsOfAttempt(ctx, 4))(t)), 1) // the store is free meanwhile
		break
	}
}

func TestEventsOfBatches(t *testing.T) {
	b := freshBooks(t)
	first, _ := b.submitted("2026-08", pays("ann", 100))
	second, _ := b.submitted("2026-09", pays("ann", 100))
	b.move("ann", "2026-08", PayoutProcessing)
	walk := func(batches ...int64) (all []string) {
		for e, err := range b.EventsOf(ctx, batches...) {
			b.ok(err)
			all = append(all, fmt.Sprint(e.Seq)+e.To)
		}
		return all
	}
	want(t, walk(first.No), []string{"1submitted", "3processing"})
	want(t, walk(second.No), []string{"2submitted"})
	want(t, walk(second.No, first.No), []string{"1submitted", "2submitted", "3processing"})
	want(t, len(walk()), 0)
}

func TestAttemptsAreFound(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100), reviews("bob", 7))
	b.move("ann", "2026-08", PayoutFailed)
	b.made("2026-09", pays("ann", 50))
	names := func(all []PayoutAttempt, err error) (found []string) {
		b.Helper()
		b.ok(err)
		for _, a := range all {
			found = append(found, a.Payee+a.Period+a.State)
		}
		return found
	}
	want(t, names(b.LiveAttempts(ctx)), []string{"bob2026-08submitted", "ann2026-09pending"})
	want(t, names(b.AttemptsOfPayee(ctx, "ann")), []string{"ann2026-08failed", "ann2026-09pending"})
	want(t, names(b.AttemptsInSubmission(ctx, "unknown")), []string(nil))
	a, known, err := b.AttemptByRef(ctx, testRef("monthly-payout:bob:2026-08:EUR", 1))
	want(t, fmt.Sprintln(a.Payee, known, err), "bob true <nil>\n")
	_, known, err = b.AttemptByRef(ctx, "unknown")
	want(t, fmt.Sprintln(known, err), "false <nil>\n")
	want(t, len(must(b.AttemptsByRefs(ctx, nil))(t)), 0)
	want(t, b.attempt("bob", "2026-08").SubmittedAt, noon.Add(3*time.Hour))
}

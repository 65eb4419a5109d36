package state

import (
	"fmt"
	"testing"
	"time"
)

// fullSlice has one of everything.
func fullSlice() Slice {
	return Slice{
		Payouts: []PlannedPayout{pays("ann", 100), reviews("bob", 900)},
		Skips: []Skip{{Payee: "bob", Currency: "EUR", Reason: "review", AmountMinor: 900, Detail: "above maximum"},
			{Payee: "eve", Currency: "EUR", Reason: "negative", AmountMinor: -5, Detail: "owes"}},
		Destinations: []Destination{{Payee: "ann", Currency: "EUR", Fingerprint: "f-ann", LastFour: "3000", SeenAt: noon}},
		Openings:     []Opening{{Payee: "eve", Currency: "EUR", BalanceMinor: -7}, {Payee: "ann", Currency: "USD", BalanceMinor: 12}},
	}
}

func TestSliceIsStoredWhole(t *testing.T) {
	b := freshBooks(t)
	batch := b.madeOf(batchOf(b.run, "2026-08", 1), fullSlice())
	want(t, batch.Complete, &Completion{Hash: hash, Payouts: 2, Skips: 2, Summary: "{}", PostingSeq: 8, At: noon})
	attempts := must(b.PayoutAttempts(ctx, batch.No))(t)
	want(t, attempts[0], PayoutAttempt{No: 1, PayoutKey: "monthly-payout:ann:2026-08:EUR", Payee: "ann", Currency: "EUR", Period: "2026-08",
		BatchNo: 1, BatchID: "2026-08-1", Number: 1, Rail: "sepa", RailRef: testRef("monthly-payout:ann:2026-08:EUR", 1), AmountMinor: 100,
		Fingerprint: "f-ann", LastFour: "3000", PayeeFile: "raw/payees.csv", Born: PayoutPending, State: PayoutPending})
	want(t, []string{attempts[1].State, attempts[1].Why}, []string{PayoutReview, "above maximum"})
	want(t, must(b.Skips(ctx, batch.No))(t), fullSlice().Skips)
	seen := fullSlice().Destinations[0]
	seen.BatchNo = 1
	want(t, must(b.Destinations(ctx, 0))(t), []Destination{seen})
	want(t, len(must(b.Destinations(ctx, 1))(t)), 0)
	want(t, b.buckets("eve"), "available -7, reserved 0")
	b.lawful()
}

func TestSameSliceAgainIsNothing(t *testing.T) {
	b := freshBooks(t)
	batch := b.begin(batchOf(b.run, "2026-08", 1))
	for range 3 {
		b.ok(b.PostSlice(ctx, batch.No, fullSlice(), testRef, noon.Add(time.Minute)))
	}
	b.ok(b.complete(batch, fullSlice()))
	b.ok(b.PostSlice(ctx, batch.No, fullSlice(), testRef, noon))
	b.ok(b.complete(batch, fullSlice()))
	want(t, must(number(ctx, b.db, "select max(posting_seq) from posting"))(t), int64(8))
}

// A resumed run may cut its slices in other places.
func TestSlicesMayOverlap(t *testing.T) {
	b := freshBooks(t)
	batch := b.begin(batchOf(b.run, "2026-08", 1))
	all := []PlannedPayout{pays("a", 1), pays("b", 2), pays("c", 3), pays("d", 4)}
	for _, cut := range []struct{ from, to int }{{0, 2}, {1, 3}, {0, 4}} {
		b.ok(b.PostSlice(ctx, batch.No, Slice{Payouts: all[cut.from:cut.to]}, testRef, noon))
	}
	b.ok(b.complete(batch, Slice{Payouts: all}))
	b.lawful()
}

func TestOtherContentIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(s *Slice)
		text   string
	}{
		"amount": {func(s *Slice) { s.Payouts[0].AmountMinor = 101 }, "AmountMinor:100 Rail:sepa Status:pending Why: Fingerprint:f-ann"},
		"now":    {func(s *Slice) { s.Payouts[0].AmountMinor = 101 }, "but now it would be {Payee:ann Currency:EUR AmountMinor:101"},
		"key":    {func(s *Slice) { s.Payouts[0].Fingerprint = "other" }, "batch 2026-08-1: monthly-payout:ann:2026-08:EUR: the payout is stored as"},
		"status": {func(s *Slice) { s.Payouts[0].Status = PayoutReview }, "monthly-payout:ann:2026-08:EUR"},
		"skip":   {func(s *Slice) { s.Skips[1].AmountMinor = -6 }, "the skip of eve EUR is stored as"},
		"place":  {func(s *Slice) { s.Destinations[0].LastFour = "3001" }, "the first listing of ann EUR with the destination that ends in 3001"},
		"seen":   {func(s *Slice) { s.Destinations[0].SeenAt = noon.Add(1e6) }, "the first listing of ann EUR"},
		"opened": {func(s *Slice) { s.Openings[0].BalanceMinor = 7 }, "the opening balance of eve EUR is stored as -7, but now it would be 7"},
	} {
		t.Run(name, func(t *testing.T) {
			b := freshBooks(t)
			batch := b.begin(batchOf(b.run, "2026-08", 1))
			b.ok(b.PostSlice(ctx, batch.No, fullSlice(), testRef, noon))
			other := fullSlice()
			c.change(&other)
			wantError(t, b.PostSlice(ctx, batch.No, other, testRef, noon), c.text)
			b.ok(b.complete(batch, fullSlice()))
			wantError(t, b.PostSlice(ctx, batch.No, other, testRef, noon), c.text)
		})
	}
}

func TestNothingIsAddedToACompleteBatch(t *testing.T) {
	b := freshBooks(t)
	batch := b.madeOf(batchOf(b.run, "2026-08", 1), fullSlice())
	for text, more := range map[string]Slice{
		"monthly-payout:zoe:2026-08:EUR is not in it, and it is complete": {Payouts: []PlannedPayout{pays("zoe", 1)}},
		"the skip of zoe EUR is not in it":                                {Skips: []Skip{{Payee: "zoe", Currency: "EUR", Reason: "zero"}}},
		"the first listing of zoe EUR is not in it":                       {Destinations: []Destination{{Payee: "zoe", Currency: "EUR", Fingerprint: "f", SeenAt: noon}}},
		"the opening balance of zoe EUR is not in it":                     {Openings: []Opening{{Payee: "zoe", Currency: "EUR", BalanceMinor: 1}}},
	} {
		wantError(t, b.PostSlice(ctx, batch.No, more, testRef, noon), text)
	}
	want(t, must(number(ctx, b.db, "select count(*) from payee_account where payee = 'zoe'"))(t), int64(0))
	b.ok(b.Discard(ctx, batch.No, "li.na", "wrong", noon))
	wantError(t, b.PostSlice(ctx, batch.No, fullSlice(), testRef, noon), "batch 2026-08-1 was discarded")
}

func TestImpossibleSlicesAreRefused(t *testing.T) {
	b := freshBooks(t)
	batch := b.begin(batchOf(b.run, "2026-08", 1))
	odd, nameless := pays("ann", 1), pays("ann", 1)
	odd.Status, nameless.Rail = PayoutPaid, ""
	for text, slice := range map[string]Slice{
		"ann EUR: two payouts in one batch":                      {Payouts: []PlannedPayout{pays("ann", 1), pays("ann", 2)}},
		"ann EUR: a payout of 0 minor units":                     {Payouts: []PlannedPayout{pays("ann", 0)}},
		`ann EUR: status "paid": wanted review or pending`:       {Payouts: []PlannedPayout{odd}},
		"ann EUR: a payout without a rail":                       {Payouts: []PlannedPayout{nameless}},
		"ann EUR: an opening balance of zero":                    {Openings: []Opening{{Payee: "ann", Currency: "EUR"}}},
		"the skip of ann EUR is stored as":                       {Skips: []Skip{{Payee: "ann", Currency: "EUR"}, {Payee: "ann", Currency: "EUR", Reason: "x"}}},
		"the opening balance of ann EUR is stored as 1, but now": {Openings: []Opening{{Payee: "ann", Currency: "EUR", BalanceMinor: 1}, {Payee: "ann", Currency: "EUR", BalanceMinor: 2}}},
	} {
		wantError(t, b.PostSlice(ctx, batch.No, slice, testRef, noon), text)
	}
	wantError(t, b.PostSlice(ctx, 99, Slice{}, testRef, noon), "no batch with number 99")
	short := func(string, int64) string { return "short" }
	wantError(t, b.PostSlice(ctx, batch.No, Slice{Payouts: []PlannedPayout{pays("ann", 1)}}, short, noon), "CHECK")
	want(t, must(number(ctx, b.db, "select count(*) from payee_account"))(t), int64(0))
}

func TestCompleteCountsWhatIsStored(t *testing.T) {
	b := freshBooks(t)
	batch := b.begin(batchOf(b.run, "2026-08", 1))
	b.ok(b.PostSlice(ctx, batch.No, fullSlice(), testRef, noon))
	right := Completed{Hash: hash, Payouts: 2, Sums: map[string]int64{"EUR": 1000}, Skips: 2}
	for text, change := range map[string]func(*Completed){
		"batch 2026-08-1: stored are 2 payouts with the sums map[EUR:1000], wanted 3 with": func(c *Completed) { c.Payouts = 3 },
		"wanted 2 with map[EUR:999]":      func(c *Completed) { c.Sums = map[string]int64{"EUR": 999} },
		"wanted 2 with map[EUR:1000 USD:": func(c *Completed) { c.Sums = map[string]int64{"EUR": 1000, "USD": 0} },
		"stored are 2 skips, wanted 1":    func(c *Completed) { c.Skips = 1 },
		"CHECK":                           func(c *Completed) { c.Hash = "short" },
	} {
		wrong := right
		change(&wrong)
		wantError(t, b.CompleteBatch(ctx, batch.No, wrong, noon), text)
	}
	b.ok(b.CompleteBatch(ctx, batch.No, right, noon))
	right.Hash = "cd" + hash[2:]
	wantError(t, b.CompleteBatch(ctx, batch.No, right, noon), "batch 2026-08-1: the batch is stored as")
}

// unbalanced writes a posting around the books.
func (b testBooks) unbalanced(kind, bucket string, amount int64, attempt any) {
	b.Helper()
	_, err := b.db.Exec(`insert into posting (posting_seq, transfer_no, kind, account_no, bucket, amount_minor, attempt_no, batch_no, posted_at)
values ((select max(posting_seq) + 1 from posting), 1, ?, 1, ?, ?, ?, 1, 0)`, kind, bucket, amount, attempt)
	b.ok(err)
}

func TestUnbalancedBatchIsNeverComplete(t *testing.T) {
	b := freshBooks(t)
	batch := b.begin(batchOf(b.run, "2026-08", 1))
	slice := Slice{Payouts: []PlannedPayout{pays("ann", 100)}}
	b.ok(b.PostSlice(ctx, batch.No, slice, testRef, noon))
	b.unbalanced("release", "available", 1, nil)
	wantError(t, b.complete(batch, slice), "1 transfers do not sum to zero")
	wantError(t, b.Invariants(ctx), "every transfer is two lines of one account that sum to zero, but not transfer 1")
}

func TestSumsBeyondInt64AreAnError(t *testing.T) {
	b := freshBooks(t)
	batch := b.begin(batchOf(b.run, "2026-08", 1))
	slice := Slice{Payouts: []PlannedPayout{pays("ann", 1<<62), pays("bob", 1<<62)}}
	b.ok(b.PostSlice(ctx, batch.No, slice, testRef, noon))
	wantError(t, b.complete(batch, slice), "integer overflow")
}

func TestDiscardReversesEverything(t *testing.T) {
	b := freshBooks(t)
	batch := b.madeOf(batchOf(b.run, "2026-08", 1), fullSlice())
	b.move("ann", "2026-08", PayoutCancelled)
	for text, words := range map[string][2]string{"nobody named": {"", "x"}, "no reason given": {"li.na", ""}} {
		wantError(t, b.Discard(ctx, batch.No, words[0], words[1], noon), text)
	}
	b.ok(b.Discard(ctx, batch.No, "li.na", "wrong", noon))
	wantError(t, b.Discard(ctx, batch.No, "li.na", "wrong", noon), "discarded already")
	b.ok(b.PostedSums(ctx, 1<<62, Batch{}, func(p PostedSum) error {
		want(t, p, PostedSum{Payee: p.Payee, Currency: p.Currency})
		return nil
	}))
	want(t, b.attempt("bob", "2026-08").State, PayoutCancelled)
	want(t, b.attempt("bob", "2026-08").Reason, "wrong")
	b.lawful()

	again := b.madeOf(batchOf(b.run, "2026-08", 1), fullSliceWithout())
	want(t, []int64{again.No, b.attempt("ann", "2026-08").Number}, []int64{2, 2})
	want(t, b.buckets("eve"), "available -7, reserved 0")
	b.lawful()
}

// fullSliceWithout is fullSlice after its destination was listed.
func fullSliceWithout() Slice {
	s := fullSlice()
	s.Destinations = nil
	return s
}

func TestDiscardIsForDraftsOnly(t *testing.T) {
	b := freshBooks(t)
	first := b.made("2026-08", pays("ann", 100))
	second := b.made("2026-09", pays("ann", 100))
	wantError(t, b.Discard(ctx, first.No, "li.na", "wrong", noon), "batch 2026-08-1: a later batch builds on it")
	b.ok(b.Discard(ctx, second.No, "li.na", "wrong", noon))
	must(b.AddApproval(ctx, approvalOf(first, ScopeAll), nil))(t)
	wantError(t, b.Discard(ctx, first.No, "li.na", "wrong", noon), "it is approved and no draft any more")
}

func TestComputingBatchCanBeDiscarded(t *testing.T) {
	b := freshBooks(t)
	batch := b.begin(batchOf(b.run, "2026-08", 1))
	b.ok(b.PostSlice(ctx, batch.No, fullSlice(), testRef, noon))
	b.ok(b.Discard(ctx, batch.No, "li.na", "wrong file", noon))
	wantError(t, b.complete(batch, fullSlice()), "it was discarded")
	want(t, b.made("2026-08", pays("ann", 3)).ID, "2026-08-1-d2")
	b.lawful()
}

// A key from a discarded draft is free again only when nothing of it lives.
func TestLiveKeyIsNotPaidTwice(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100))
	part := b.begin(batchOf(b.run, "2026-08", 2))
	wantError(t, b.PostSlice(ctx, part.No, Slice{Payouts: []PlannedPayout{pays("ann", 50)}}, testRef, noon), fmt.Sprintf(
		"monthly-payout:ann:2026-08:EUR: attempt 1 (%s) is submitted: the next one follows only a failed, cancelled or returned one", b.attempt("ann", "2026-08").RailRef))
	b.lawful()
}

func TestDestinationIsFirstListedOnce(t *testing.T) {
	b := freshBooks(t)
	b.madeOf(batchOf(b.run, "2026-08", 1), fullSlice())
	next := b.begin(batchOf(b.run, "2026-09", 1))
	wantError(t, b.PostSlice(ctx, next.No, Slice{Destinations: fullSlice().Destinations}, testRef, noon), "the first listing of ann EUR")
}

// More rows than one statement holds, and a rest.
func TestManyRows(t *testing.T) {
	b := freshBooks(t)
	var slice Slice
	for i := range 2*bulkRows + 7 {
		name := fmt.Sprint("p", i)
		slice.Payouts = append(slice.Payouts, pays(name, int64(i+1)))
		slice.Skips = append(slice.Skips, Skip{Payee: name + "x", Currency: "EUR", Reason: "zero"})
	}
	batch := b.madeOf(batchOf(b.run, "2026-08", 1), slice)
	b.ok(b.PostSlice(ctx, batch.No, slice, testRef, noon))
	want(t, len(must(b.PayoutAttempts(ctx, batch.No))(t)), len(slice.Payouts))
	var refs []string
	for _, p := range slice.Payouts {
		refs = append(refs, testRef(PayoutKey(p.Payee, "2026-08", "EUR"), 1))
	}
	want(t, len(must(b.AttemptsByRefs(ctx, append(refs, "unknown")))(t)), len(refs))
	b.lawful()
}

package state

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strconv"
	"testing"
	"time"
)

var enc32 = base32.StdEncoding.WithPadding(base32.NoPadding)

func testRef(key string, attempt int64) string {
	sum := sha256.Sum256([]byte(key + "#" + strconv.FormatInt(attempt, 10)))
	return "MP202608" + enc32.EncodeToString(sum[:])[:24]
}

func batchOf(run int64, period string, part int64) Batch {
	return Batch{Period: period, Part: part, StartAt: noon.AddDate(0, -1, 0), Cutoff: noon, Zone: "Europe/Berlin", AsOf: noon.Add(time.Hour),
		Inputs: `{"files":[]}`, Rules: "{}", Holds: "[]", Exceptions: "[]", ApprovalRequired: true, Maker: "wang", RunID: run, CreatedAt: noon.Add(2 * time.Hour)}
}

// pays plans a pending payout in euro.
func pays(payee string, amount int64) PlannedPayout {
	return PlannedPayout{Payee: payee, Currency: "EUR", AmountMinor: amount, Rail: "sepa", Status: PayoutPending,
		Fingerprint: "f-" + payee, LastFour: "3000", PayeeFile: "raw/payees.csv"}
}

// reviews plans a payout that somebody must look at.
func reviews(payee string, amount int64) PlannedPayout {
	p := pays(payee, amount)
	p.Status, p.Why = PayoutReview, "above maximum"
	return p
}

// books is an empty state with a run, for the payout books.
type testBooks struct {
	*testing.T
	*State
	run int64
}

func freshBooks(t *testing.T) testBooks {
	t.Helper()
	s, _, run := fresh(t)
	return testBooks{t, s, run}
}

func (b testBooks) ok(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (b testBooks) begin(batch Batch) Batch {
	b.Helper()
	batch, began, err := b.BeginBatch(ctx, batch)
	b.ok(err)
	want(b.T, began, true)
	return batch
}

func (b testBooks) complete(batch Batch, slice Slice) error {
	c := Completed{Hash: hash, Summary: "{}", Payouts: int64(len(slice.Payouts)), Sums: map[string]int64{}, Skips: int64(len(slice.Skips))}
	for _, p := range slice.Payouts {
		c.Sums[p.Currency] += p.AmountMinor
	}
	return b.CompleteBatch(ctx, batch.No, c, noon)
}

// made is a complete batch of a period that pays these payouts.
func (b testBooks) made(period string, payouts ...PlannedPayout) Batch {
	b.Helper()
	return b.madeOf(batchOf(b.run, period, 1), Slice{Payouts: payouts})
}

func (b testBooks) madeOf(batch Batch, slice Slice) Batch {
	b.Helper()
	batch = b.begin(batch)
	b.ok(b.PostSlice(ctx, batch.No, slice, testRef, noon))
	b.ok(b.complete(batch, slice))
	return must(b.BatchByID(ctx, batch.ID))(b.T)
}

func approvalOf(batch Batch, scope string) Approval {
	return Approval{BatchNo: batch.No, By: "li.na", PublicKey: "key", Scope: scope, BatchHash: hash, PayoutsHash: "p", Signature: scope, At: noon}
}

// approved is made, and approved whole.
func (b testBooks) approved(period string, payouts ...PlannedPayout) Batch {
	b.Helper()
	batch := b.made(period, payouts...)
	must(b.AddApproval(ctx, approvalOf(batch, ScopeAll), nil))(b.T)
	return batch
}

func fileOf(batch Batch, number int64, attempts ...PayoutAttempt) (Submission, []int64) {
	id := fmt.Sprintf("%s/sepa-%d", batch.ID, number)
	sub := Submission{ID: id, BatchNo: batch.No, Rail: "sepa", Number: number, Path: "submissions/" + id + ".xml", SHA256: hash, MD5: hash[:32], Bytes: 9,
		Payouts: int64(len(attempts)), Currency: "EUR", Execution: day, MessageID: "ME" + id, PaymentInfoID: "PI" + id, DebtorLastFour: "9999",
		CreatedAt: noon.Add(3 * time.Hour)}
	var nos []int64
	for _, a := range attempts {
		nos = append(nos, a.No)
		sub.SumMinor += a.AmountMinor
	}
	return sub, nos
}

// submitted is approved, and all in one file.
func (b testBooks) submitted(period string, payouts ...PlannedPayout) (Batch, Submission) {
	b.Helper()
	batch := b.approved(period, payouts...)
	return batch, b.file(batch, 1)
}

// file puts all approved attempts of a batch into a file.
func (b testBooks) file(batch Batch, number int64) Submission {
	b.Helper()
	sub, nos := fileOf(batch, number, must(b.ApprovedAttempts(ctx, batch.No))(b.T)...)
	return must(b.AddSubmission(ctx, sub, nos))(b.T)
}

// attempt is the last attempt of a payee for a period.
func (b testBooks) attempt(payee, period string) PayoutAttempt {
	b.Helper()
	all := must(b.AttemptsByKey(ctx, PayoutKey(payee, period, "EUR")))(b.T)
	if len(all) == 0 {
		b.Fatalf("no attempt of %s for %s", payee, period)
	}
	return all[len(all)-1]
}

// moves are steps of an attempt through some states, each with evidence of its own.
func moves(a PayoutAttempt, states ...string) []Transition {
	var all []Transition
	from := a.State
	for i, to := range states {
		all = append(all, Transition{AttemptNo: a.No, From: from, To: to, Source: "bank", Evidence: fmt.Sprint(a.RailRef, "-", a.EventSeq, "-", i), OccurredAt: noon})
		from = to
	}
	return all
}

// move moves a payee's last attempt.
func (b testBooks) move(payee, period string, states ...string) {
	b.Helper()
	all := moves(b.attempt(payee, period), states...)
	out := must(b.Apply(ctx, all, nil, nil, noon))(b.T)
	want(b.T, out, Outcome{Applied: int64(len(all))})
}

func (b testBooks) lawful() {
	b.Helper()
	if err := b.Invariants(ctx); err != nil {
		b.Error(err)
	}
}

// buckets are an account's sums as text.
func (b testBooks) buckets(payee string) string {
	b.Helper()
	found := "nothing"
	b.ok(b.PostedSums(ctx, 1<<62, Batch{}, func(p PostedSum) error {
		if p.Payee == payee {
			found = fmt.Sprintf("available %d, reserved %d", p.AvailableMinor, p.ReservedMinor)
		}
		return nil
	}))
	return found
}

package state

import (
	"database/sql"
	settings "flag"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// checks is how many plays a property gets: each is thirty operations on a
// store. go test -rapid.checks=N overrides it.
const checks, rapidsOwn = "25", "100"

func check(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	if settings.Lookup("rapid.checks").Value.String() == rapidsOwn {
		if err := settings.Set("rapid.checks", checks); err != nil {
			t.Fatal(err)
		}
		defer settings.Set("rapid.checks", rapidsOwn)
	}
	rapid.Check(t, property)
}

// inMemory is a state without a file: a property needs no fsync.
func inMemory(t *rapid.T) *State {
	db, err := sql.Open("sqlite", ":memory:?_pragma=foreign_keys(1)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	s := &State{db: db}
	t.Cleanup(func() { s.Close() })
	if err := s.migrate(ctx); err != nil {
		t.Fatal(err)
	}
	return s
}

// played is a store and its model, side by side.
type played struct {
	*State
	m   *model
	run int64

	signed int // a signature is never drawn twice
}

// TestBooksAreLikeTheirModel plays random operations, allowed and not, on the
// store and on the model; both must take and refuse the same, and hold the same
// money after every step. The laws of the books hold after every step.
func TestBooksAreLikeTheirModel(t *testing.T) {
	check(t, func(t *rapid.T) {
		s := inMemory(t)
		run, err := s.BeginRun(ctx, Run{Command: "settle", StartedAt: noon})
		if err != nil {
			t.Fatal(err)
		}
		p := played{State: s, m: newModel(), run: run}
		p.settle(t) // most of what can go wrong needs a month that began
		t.Repeat(map[string]func(*rapid.T){
			"begin": p.begin, "post": p.post, "complete": p.complete, "discard": p.discard, "settle": p.settle,
			"approve": p.approve, "submit": p.submit, "submit approved": p.submitApproved, "void": p.voidOne, "redate": p.redate, "sent": p.sentOne,
			"apply": p.applySome, "answer": p.answer, "retry": p.retry, "": p.compare,
		})
	})
}

// agree compares what the store said with what the model expects.
func agree(t *rapid.T, err error, fits bool, what string) {
	t.Helper()
	if (err == nil) != fits {
		t.Fatalf("%s: the store says %v, the model %t", what, err, fits)
	}
}

// pick draws one of a list; an empty one ends the step.
func pick[T any](t *rapid.T, all []T, what string) T {
	if len(all) == 0 {
		t.Skip("no " + what)
	}
	return all[rapid.IntRange(0, len(all)-1).Draw(t, what)]
}

func (p *played) begin(t *rapid.T) {
	period := rapid.SampledFrom([]string{"2026-08", "2026-09"}).Draw(t, "period")
	row := batchOf(p.run, period, rapid.Int64Range(1, 2).Draw(t, "part"))
	row.ApprovalRequired = rapid.Bool().Draw(t, "approval")
	live, computing := p.m.live(period, row.Part), p.m.computing()
	got, began, err := p.BeginBatch(ctx, row)
	agree(t, err, live != nil || !computing, "begin")
	if err != nil {
		return
	}
	wanted := live
	if live == nil {
		wanted = p.m.begin(period, row.Part, row.ApprovalRequired)
	}
	if began != (live == nil) || got.ID != wanted.id || got.No != wanted.no {
		t.Fatalf("began %t %s, wanted %s", began, got.ID, wanted.id)
	}
}

func (p *played) post(t *rapid.T) {
	p.postTo(t, pick(t, p.m.batches, "batch"))
}

func (p *played) postTo(t *rapid.T, b *modelBatch) {
	var plan []PlannedPayout
	for _, payee := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"ann", "bob", "eve"}), 1, 3, rapid.ID[string]).Draw(t, "payees") {
		one := pays(payee, rapid.Int64Range(1, 3).Draw(t, "amount"))
		if rapid.Bool().Draw(t, "review") {
			one.Status = PayoutReview
		}
		plan = append(plan, one)
	}
	fresh, fits := p.m.fits(b, plan)
	agree(t, p.PostSlice(ctx, b.no, Slice{Payouts: plan}, testRef, noon), fits, "post")
	for _, one := range fresh {
		p.m.add(b, one.Payee, one.Status, one.AmountMinor, false)
	}
}

func (p *played) complete(t *rapid.T) { p.completeOne(t, pick(t, p.m.batches, "batch")) }

func (p *played) completeOne(t *rapid.T, b *modelBatch) {
	c := Completed{Hash: hash, Sums: map[string]int64{}}
	for _, a := range p.m.of(b) {
		if !a.retry {
			c.Payouts++
			c.Sums["EUR"] += a.amount
		}
	}
	if rapid.IntRange(0, 9).Draw(t, "wrong") == 0 && !b.complete {
		c.Payouts++
		agree(t, p.CompleteBatch(ctx, b.no, c, noon), false, "complete")
		return
	}
	agree(t, p.CompleteBatch(ctx, b.no, c, noon), !b.discarded, "complete")
	b.complete = b.complete || !b.discarded
}

// settle begins a month and brings it to its completion.
func (p *played) settle(t *rapid.T) {
	p.begin(t)
	for _, b := range p.m.batches {
		if !b.complete && !b.discarded {
			p.postTo(t, b)
			p.completeOne(t, b)
		}
	}
}

func (p *played) discard(t *rapid.T) {
	b := pick(t, p.m.batches, "batch")
	fits := p.m.discardable(b)
	agree(t, p.Discard(ctx, b.no, "li.na", "why", noon), fits, "discard")
	if !fits {
		return
	}
	b.discarded = true
	for _, a := range p.m.of(b) {
		if a.is(PayoutReview, PayoutPending) {
			p.m.step(a, PayoutCancelled)
		}
	}
}

func (p *played) approve(t *rapid.T) {
	b := pick(t, p.m.batches, "batch")
	scope := rapid.SampledFrom([]string{ScopeAll, ScopeAllExceptReview, ScopeListed}).Draw(t, "scope")
	var items []ApprovalItem
	fits := b.complete && !b.discarded
	for _, a := range p.m.of(b) {
		decision := rapid.SampledFrom([]string{"", "", Approve, Refuse}).Draw(t, "decision")
		if decision == "" || (decision == Approve && scope != ScopeListed) {
			continue
		}
		items = append(items, ApprovalItem{a.no, decision})
		fits = fits && a.is(PayoutReview, PayoutPending)
	}
	fits = fits && (scope != ScopeListed || len(items) > 0)
	p.signed++
	row := Approval{BatchNo: b.no, By: "li.na", Scope: scope, BatchHash: hash, Signature: fmt.Sprint("signature ", p.signed), At: noon}
	_, err := p.AddApproval(ctx, row, items)
	agree(t, err, fits, "approve")
	if fits {
		p.decide(b, scope, items)
	}
}

// decide is what an approval does. One that only refuses leaves a draft a draft.
func (p *played) decide(b *modelBatch, scope string, items []ApprovalItem) {
	lets := func(i ApprovalItem) bool { return i.Decision == Approve }
	b.approved = b.approved || scope != ScopeListed || slices.ContainsFunc(items, lets)
	for _, item := range items {
		a := p.m.attempts[item.AttemptNo-1]
		switch {
		case item.Decision == Refuse:
			p.m.step(a, PayoutCancelled)
		case a.is(PayoutReview):
			p.m.step(a, PayoutPending)
		}
		a.may = a.may || item.Decision == Approve
	}
	for _, a := range p.m.of(b) {
		if scope == ScopeAll && a.is(PayoutReview) {
			p.m.step(a, PayoutPending)
		}
		a.may = a.may || scope == ScopeAll || (scope == ScopeAllExceptReview && a.born == PayoutPending)
	}
}

func (p *played) compare(t *rapid.T) {
	if err := p.Invariants(ctx); err != nil {
		t.Fatal(err)
	}
	type row struct {
		No, Number, Amount int64
		Key, State, File   string
		Unclear            bool
	}
	var found, wanted []row
	for _, b := range p.m.batches {
		all, err := p.PayoutAttempts(ctx, b.no)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range all {
			found = append(found, row{a.No, a.Number, a.AmountMinor, a.PayoutKey, a.State, a.SubmissionID, a.Unclear})
		}
	}
	for _, a := range p.m.attempts {
		wanted = append(wanted, row{a.no, a.number, a.amount, a.key, a.state, p.fileOf(a), a.unclear})
	}
	slices.SortFunc(found, func(a, b row) int { return int(a.No - b.No) })
	if diff := cmp.Diff(wanted, found); diff != "" {
		t.Fatalf("attempts: model -, store +\n%s", diff)
	}
	err := p.PostedSums(ctx, 1<<62, Batch{}, func(sum PostedSum) error {
		if sum.AvailableMinor != p.m.available[sum.Payee] || sum.ReservedMinor != p.m.reserved[sum.Payee] {
			return fmt.Errorf("%s: %+v, wanted available %d, reserved %d", sum.Payee, sum, p.m.available[sum.Payee], p.m.reserved[sum.Payee])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// fileOf is the file that an attempt is in.
func (p *played) fileOf(a *modelAttempt) (id string) {
	for _, f := range p.m.files {
		if !f.void && !f.redated && slices.Contains(f.items, a) {
			id = f.id
		}
	}
	return id
}

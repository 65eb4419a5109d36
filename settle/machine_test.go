package settle

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recon/settle/rail"
)

var states = []rail.State{
	rail.Review, rail.Pending, rail.Submitted, rail.Processing, rail.Paid, rail.Returned, rail.Failed, rail.Cancelled,
}

// TestAllowed holds the whole table, row by row the state before.
func TestAllowed(t *testing.T) {
	want := map[rail.State]string{
		//               review pending submitted processing paid returned failed cancelled
		rail.Review:     ".x.....x",
		rail.Pending:    "..x....x",
		rail.Submitted:  "...xx.x.",
		rail.Processing: "....x.x.",
		rail.Paid:       ".....x..",
		rail.Returned:   "........",
		rail.Failed:     "........",
		rail.Cancelled:  "........",
	}
	for _, from := range states {
		for i, to := range states {
			if got := Allowed(from, to); got != (want[from][i] == 'x') {
				t.Errorf("Allowed(%s, %s) = %v", from, to, got)
			}
		}
	}
}

// TestPathsAreAllowed walks from every state by every signal.
func TestPathsAreAllowed(t *testing.T) {
	for _, from := range states {
		for _, said := range states {
			at := from
			for _, to := range path(from, said) {
				if !Allowed(at, to) {
					t.Errorf("%s, told %s: goes %s -> %s", from, said, at, to)
				}
				at = to
			}
			if !atBank(from) && from != rail.Paid && at != from {
				t.Errorf("%s, told %s: left for %s", from, said, at)
			}
		}
	}
}

// books is a Book in memory that takes over what an Outcome says.
type books struct {
	all  []Attempt
	past map[string]Applied
}

// newBooks holds payouts a, b, c, ... of 100, 200, 300 cents in file ME1,
// group PI1.
func newBooks(of ...rail.State) *books {
	b := &books{past: map[string]Applied{}}
	for i, s := range of {
		ref := string(rune('a' + i))
		a := Attempt{No: int64(i + 1), PayoutKey: "key-" + ref, RailRef: ref, Currency: "EUR", AmountMinor: int64(i+1) * 100, State: s}
		if !unsent(s) {
			a.MessageID, a.PaymentInfoID = "ME1", "PI1"
		}
		b.all = append(b.all, a)
	}
	return b
}

func (b *books) ByRef(ref string) (Attempt, bool) {
	for _, a := range b.all {
		if a.RailRef == ref {
			return a, true
		}
	}
	return Attempt{}, false
}

func (b *books) pick(want func(Attempt) bool) (out []Attempt) {
	for _, a := range b.all {
		if want(a) {
			out = append(out, a)
		}
	}
	return out
}

func (b *books) ByMessage(id string) []Attempt {
	return b.pick(func(a Attempt) bool { return a.MessageID == id })
}

func (b *books) ByGroup(id string) []Attempt {
	return b.pick(func(a Attempt) bool { return a.PaymentInfoID == id })
}

func (b *books) Applied(source, evidence string) (Applied, bool) {
	a, ok := b.past[source+"|"+evidence]
	return a, ok
}

// failer is testing.TB or rapid.T.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// keep takes over an outcome as the payout books do, and holds it to their rules.
func (b *books) keep(t failer, o Outcome) {
	t.Helper()
	for _, tr := range o.Transitions {
		a := &b.all[tr.AttemptNo-1]
		id := fmt.Sprintf("%s|%s", tr.Source, tr.Evidence)
		if a.State != tr.From || tr.From != tr.To && !Allowed(tr.From, tr.To) || tr.From == tr.To && !atBank(tr.To) {
			t.Fatalf("%s is %s: refused %s -> %s", a.RailRef, a.State, tr.From, tr.To)
		}
		if _, twice := b.past[fmt.Sprintf("%d|%s", tr.AttemptNo, id)]; twice {
			t.Fatalf("%s: evidence %s twice", a.RailRef, id)
		}
		a.State, a.Unclear = tr.To, tr.Unclear
		applied := Applied{a.RailRef, tr.Code, tr.OccurredAt}
		b.past[id], b.past[fmt.Sprintf("%d|%s", tr.AttemptNo, id)] = applied, applied
	}
	seen := map[string]bool{}
	for _, x := range o.Exceptions {
		id := x.Source + "|" + x.Evidence + "|" + x.Kind
		if seen[id] {
			t.Fatalf("exception %s twice", id)
		}
		seen[id] = true
	}
}

// told prints an outcome in one line per thing, without what all have in common.
func told(o Outcome) string {
	var lines []string
	for _, tr := range o.Transitions {
		line := fmt.Sprintf("%c %s->%s", rune('a'+tr.AttemptNo-1), tr.From, tr.To)
		if tr.Unclear {
			line += " unclear"
		}
		lines = append(lines, line)
	}
	for _, x := range o.Exceptions {
		lines = append(lines, strings.TrimSpace(x.Kind+" "+x.RailRef))
	}
	for _, v := range o.Verifications {
		lines = append(lines, fmt.Sprintf("verification %d %s", v.AttemptNo, v.Code))
	}
	for _, n := range o.Notes {
		lines = append(lines, "note "+n.Text)
	}
	if o.Repeated > 0 {
		lines = append(lines, fmt.Sprintf("repeated %d", o.Repeated))
	}
	return strings.Join(lines, "\n")
}

func about(ref string, next rail.State) rail.Signal {
	return rail.Signal{Level: rail.Payout, RailRef: ref, Code: "X", Next: next}
}

func ofFile(next rail.State) rail.Signal {
	return rail.Signal{Level: rail.File, MessageID: "ME1", Code: "X", Next: next}
}

func ofGroup(next rail.State) rail.Signal {
	return rail.Signal{Level: rail.Group, MessageID: "ME1", PaymentInfoID: "PI1", Code: "X", Next: next}
}

func debit(amount int64) rail.Signal {
	return rail.Signal{Level: rail.Booking, PaymentInfoID: "PI1", Next: rail.Paid, Currency: "EUR", HasAmount: true, AmountMinor: amount}
}

func changed(s rail.Signal, change func(*rail.Signal)) rail.Signal {
	change(&s)
	return s
}

// statusOf numbers the signals' lines from 1.
func statusOf(signals ...rail.Signal) rail.StatusFile {
	for i := range signals {
		if signals[i].Line == 0 {
			signals[i].Line = int64(i + 1)
		}
	}
	return rail.StatusFile{Kind: "test", Signals: signals}
}

// apply applies one file and keeps it.
func apply(t testing.TB, b *books, f rail.StatusFile) string {
	t.Helper()
	o := Apply(b, fmt.Sprintf("sha-%d", len(b.past)), f, time.Time{})
	b.keep(t, o)
	return told(o)
}

func same(t *testing.T, got string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, slices.DeleteFunc(strings.Split(got, "\n"), func(s string) bool { return s == "" })); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

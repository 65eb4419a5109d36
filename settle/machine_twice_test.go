package settle

import (
	"testing"

	"recon/settle/rail"
)

// remembering is a book that knows what made its attempts paid.
type remembering struct {
	*books
	by map[int64]identity
}

func (r remembering) Debit(attemptNo int64) (source, evidence string, known bool) {
	id, known := r.by[attemptNo]
	return id.source, id.evidence, known
}

// movement is a debit for one payout on a statement of an account.
func movement(account, id, ref string) rail.Signal {
	return changed(about(ref, rail.Paid), func(s *rail.Signal) { s.Source, s.Evidence = "camt.053 "+account, id })
}

func statement(signals ...rail.Signal) rail.StatusFile {
	f := statusOf(signals...)
	f.Kind = "camt.053"
	return f
}

func TestSecondDebitInOneStatement(t *testing.T) {
	f := statement(movement("3000", "d1", "a"), movement("3000", "d2", "a"), movement("3000", "d3", "b"))
	same(t, apply(t, newBooks(rail.Submitted, rail.Submitted), f), "a submitted->paid", "b submitted->paid", "paid_twice a")

	// Also where another word was that it is paid, or that it came back.
	same(t, apply(t, newBooks(rail.Paid), statement(movement("3000", "d1", "a"), movement("3000", "d2", "a"))), "paid_twice a", "repeated 1")
	same(t, apply(t, newBooks(rail.Returned), statement(movement("3000", "d1", "a"), movement("3000", "d2", "a"))), "paid_twice a", "repeated 1")

	// Events of a provider say more than once that a payout is paid.
	f.Kind = "events"
	same(t, apply(t, newBooks(rail.Submitted, rail.Submitted), f), "a submitted->paid", "b submitted->paid", "repeated 1")
}

func TestSecondDebitInAnotherStatement(t *testing.T) {
	for _, c := range []struct {
		name  string
		by    identity
		known bool
		want  string
	}{
		{"another debit of the account", identity{"camt.053 3000", "d0"}, true, "paid_twice a"},
		{"the same debit", identity{"camt.053 3000", "d1"}, true, "repeated 1"},
		{"a notification of it", identity{"camt.054 3000", "d0"}, true, "repeated 1"},
		{"the bank's answer", identity{"sha", "17"}, true, "repeated 1"},
		{"nothing that is known", identity{}, false, "repeated 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := remembering{newBooks(rail.Paid), map[int64]identity{}}
			if c.known {
				b.by[1] = c.by
			}
			o := Apply(b, "sha", statement(movement("3000", "d1", "a")), firstEvent)
			b.keep(t, o)
			same(t, told(o), c.want)
		})
	}
}

// together is a debit for several payouts on a statement of an account.
func together(account, id string, amount int64) rail.Signal {
	return changed(debit(amount), func(s *rail.Signal) { s.Source, s.Evidence = "camt.053 "+account, id })
}

func TestSecondDebitForSeveral(t *testing.T) {
	f := statement(together("3000", "d1", 300), together("3000", "d2", 300))
	same(t, apply(t, newBooks(rail.Submitted, rail.Submitted), f), "a submitted->paid", "b submitted->paid", "paid_twice a")

	// Listed one by one and then as a sum, the debits are two only when the books know so.
	f = statement(movement("3000", "d1", "a"), movement("3000", "d2", "b"), together("3000", "d3", 300))
	same(t, apply(t, newBooks(rail.Submitted, rail.Submitted), f), "a submitted->paid", "b submitted->paid", "repeated 1")

	for _, c := range []struct {
		name string
		by   map[int64]identity
		want string
	}{
		{"another debit of the account", map[int64]identity{1: {"camt.053 3000", "d0"}, 2: {"camt.053 3000", "d0"}}, "paid_twice a"},
		{"the same debit", map[int64]identity{1: {"camt.053 3000", "d1"}, 2: {"camt.053 3000", "d1"}}, "repeated 1"},
		{"a notification of it", map[int64]identity{1: {"camt.054 3000", "d0"}, 2: {"camt.054 3000", "d0"}}, "repeated 1"},
		{"known of one only", map[int64]identity{1: {"camt.053 3000", "d0"}}, "repeated 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := remembering{newBooks(rail.Paid, rail.Paid), c.by}
			o := Apply(b, "sha", statement(together("3000", "d1", 300)), firstEvent)
			b.keep(t, o)
			same(t, told(o), c.want)
		})
	}
}

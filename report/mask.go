package report

import (
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// lastFour hides all but the last four characters of an account.
func lastFour(account string) string {
	if r := []rune(account); len(r) > 4 {
		return string(r[len(r)-4:])
	}
	return account
}

// mask hides accounts inside other texts: providers like to put them into
// the names of their files. Of some accounts only the last four characters
// are known; then a long number that ends in them is taken for the account.
type mask struct {
	whole *strings.Replacer
	fours []string
}

// longNumber is the fewest digits of a number that may be an account; a date
// has eight.
const longNumber = 10

var longNumbers = regexp.MustCompile(`[0-9]{` + strconv.Itoa(longNumber) + `,}`)

func newMask(accounts ...string) mask {
	var pairs, fours []string
	for _, a := range accounts {
		four := lastFour(a)
		if four != a {
			pairs = append(pairs, a, "***"+four)
		}
		fours = append(fours, four)
	}
	return mask{strings.NewReplacer(pairs...), fours}
}

// Replace is s with its accounts hidden.
func (m mask) Replace(s string) string {
	return longNumbers.ReplaceAllStringFunc(m.whole.Replace(s), func(number string) string {
		if four := lastFour(number); slices.Contains(m.fours, four) {
			return "***" + four
		}
		return number
	})
}

// Hide hides all but the last four characters of an account number in a text,
// like the name of a file.
func Hide(account, text string) string { return newMask(account).Replace(text) }

// masked is a copy of the day in which accounts are hidden wherever they stand.
func masked(d *Day) *Day {
	var accounts []string
	for i := range d.Reconciliations {
		for _, s := range d.Reconciliations[i].Sources {
			accounts = append(accounts, s.Account)
		}
	}
	m := newMask(accounts...)
	out := *d
	out.Reconciliations = make([]Reconciliation, len(d.Reconciliations))
	for i, r := range d.Reconciliations {
		out.Reconciliations[i] = m.reconciliation(r)
	}
	return &out
}

func (m mask) reconciliation(r Reconciliation) Reconciliation {
	r.Cause = m.Replace(r.Cause)
	r.Faults = mapped(r.Faults, m.Replace)
	r.Sources = mapped(r.Sources, m.source)
	r.Inputs = mapped(r.Inputs, func(f InputFile) InputFile { f.Name = m.Replace(f.Name); return f })
	r.Chargebacks = mapped(r.Chargebacks, func(n NatureRow) NatureRow { n.File = m.Replace(n.File); return n })
	r.Breaks = mappedRows(r.Breaks, m.open())
	r.Closed = mappedRows(r.Closed, func(c ClosedBreak) ClosedBreak { c.File = m.Replace(c.File); return c })
	return r
}

func (m mask) source(s Source) Source {
	s.Account = lastFour(s.Account)
	s.Files = mapped(s.Files, m.Replace)
	s.StatementID, s.GateDetail = m.Replace(s.StatementID), m.Replace(s.GateDetail)
	return s
}

// open is what hides accounts in breaks. Files repeat from row to row, so
// the last ones are remembered.
func (m mask) open() func(Break) Break {
	statement, ledger := m.remembering(), m.remembering()
	return func(b Break) Break {
		b.Account = lastFour(b.Account)
		b.Statement.File, b.Ledger.File = statement(b.Statement.File), ledger(b.Ledger.File)
		return b
	}
}

// remembering is Replace that does not repeat its last work.
func (m mask) remembering() func(string) string {
	var in, out string
	return func(s string) string {
		if s == "" { // a side that has no row
			return ""
		}
		if s != in {
			in, out = s, m.Replace(s)
		}
		return out
	}
}

// maskBreak hides the break's own account in its texts.
func maskBreak(b Break) Break { return newMask(b.Account).open()(b) }

func mapped[T any](rows []T, f func(T) T) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = f(r)
	}
	return out
}

func mappedRows[T any](rows iter.Seq2[T, error], f func(T) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for row, err := range orNone(rows) {
			if !yield(f(row), err) {
				return
			}
		}
	}
}

package report

import (
	"cmp"
	"slices"
)

// Up to listedMost breaks of a finding are listed; of more, only the
// listedFew with the most money.
const (
	listedMost = 1000
	listedFew  = 50
)

// finding is all breaks of a part of the report that ask for the same action
// and lean the same way, so that what is over does not hide what is short.
type finding struct {
	findingKey
	Count int64
	Sums  sums
	Rows  []*Break // the largest difference first
}

// Capped reports whether not all breaks are listed.
func (f *finding) Capped() bool { return f.Count > listedMost }

// add counts a break and keeps it, itself, while there is room. With too many, the
// small ones are dropped from time to time, so that memory stays bounded.
func (f *finding) add(b *Break) {
	f.Count++
	f.Sums.addBreak(b)
	f.Rows = append(f.Rows, b)
	if len(f.Rows) > listedMost {
		f.keepFew()
	}
}

func (f *finding) keepFew() {
	slices.SortFunc(f.Rows, byMoney)
	clear(f.Rows[listedFew:])
	f.Rows = f.Rows[:listedFew]
}

// close brings the rows into their order when all are added.
func (f *finding) close() {
	if f.Capped() {
		f.keepFew()
		return
	}
	slices.SortFunc(f.Rows, byMoney)
}

func byMoney(a, b *Break) int {
	return cmp.Or(cmp.Compare(b.size(), a.size()), cmp.Compare(a.BusinessDate, b.BusinessDate), cmp.Compare(a.ID, b.ID))
}

// size is how much money is at stake, whatever the currency and direction.
func (b *Break) size() uint64 {
	n := b.DifferenceMinor
	if !b.hasDifference() {
		n = b.Statement.Minor
	}
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

type findingKey struct {
	Reason string
	Advice
	Sign int
}

// findings are the findings of one part of the report.
type findings map[findingKey]*finding

func (fs findings) add(b *Break, language string) {
	key := findingKey{b.Reason, b.advice(language), sign(b.DifferenceMinor)}
	f := fs[key]
	if f == nil {
		f = &finding{findingKey: key, Sums: sums{}}
		fs[key] = f
	}
	f.add(b)
}

// list is the findings, what hurts most first.
func (fs findings) list() []*finding {
	out := make([]*finding, 0, len(fs))
	for _, f := range fs {
		f.close()
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *finding) int {
		return cmp.Or(cmp.Compare(harm(a.Reason), harm(b.Reason)), cmp.Compare(a.Label, b.Label), cmp.Compare(a.Suggestion, b.Suggestion), cmp.Compare(a.Sign, b.Sign))
	})
	return out
}

// harm orders reasons: customers and money at risk first.
func harm(reason string) int {
	order := []string{"missing", "extra", "status", "duplicate", "amount", "currency", "ambiguous", "fee", "pending"}
	if i := slices.Index(order, reason); i >= 0 {
		return i
	}
	return len(order)
}

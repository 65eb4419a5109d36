package report

import (
	"cmp"
	"maps"
	"slices"
)

// figures are what a message says of the open breaks of a date.
type figures struct {
	bound
	undone  []string // reconciliations that are not reconciled
	version int      // the highest of a reconciliation that is restated
	fresh   kinds    // that need a person for the first time
	carried []tally  // the others, by ageBands; money whatever its direction
	overdue tally
	pending tally
}

// kinds are breaks by what is to be done about them.
type kinds struct {
	tally
	moved sums // absolute amounts: over does not hide short
	kinds map[kindKey]*tally
}

// kindKey is a finding of one reconciliation.
type kindKey struct {
	Name string // of the reconciliation
	findingKey
}

// gather walks the open breaks of every reconciliation that is reconciled.
func gather(d *Day, rules MailRules) (*figures, error) {
	f := &figures{carried: make([]tally, len(ageBands)+1)}
	f.fresh.kinds, f.fresh.moved = map[kindKey]*tally{}, sums{}
	for i := range d.Reconciliations {
		r := &d.Reconciliations[i]
		if !r.State.Reconciled() {
			f.undone = append(f.undone, r.Name)
			continue
		}
		if r.Previous != nil {
			f.version = max(f.version, r.Version)
		}
		for b, err := range inOrder(r) {
			if err == nil {
				err = f.take(&b)
			}
			if err != nil {
				return nil, err
			}
			f.add(d, r.Name, &b, rules)
		}
	}
	return f, nil
}

func (f *figures) add(d *Day, name string, b *Break, rules MailRules) {
	if b.Reason == "pending" {
		f.pending.add(b)
		return
	}
	if rules.OverdueDays > 0 && b.age(d.Date) > rules.OverdueDays {
		f.overdue.add(b)
	}
	if b.fresh(d.Date) {
		f.fresh.addFresh(name, b, d.Language)
		return
	}
	band, _ := slices.BinarySearch(ageBands, b.age(d.Date))
	f.carried[band].addAbsolute(b)
}

func (k *kinds) addFresh(name string, b *Break, language string) {
	k.add(b)
	k.moved.addAbsolute(b)
	key := kindKey{name, findingKey{b.Reason, b.advice(language), sign(b.DifferenceMinor)}}
	if k.kinds[key] == nil {
		k.kinds[key] = &tally{}
	}
	k.kinds[key].add(b)
}

// addAbsolute counts a break with its money, whatever its direction.
func (t *tally) addAbsolute(b *Break) {
	if t.Sums == nil {
		t.Sums = sums{}
	}
	t.Count++
	t.Sums.addAbsolute(b)
}

// addAbsolute adds how much money a break is about, whatever its direction.
func (s sums) addAbsolute(b *Break) {
	one := sums{}
	one.addBreak(b)
	for currency, minor := range one {
		s.add(currency, max(minor, -minor))
	}
}

// kinds are the findings that need a person in the order of the day's page: what
// hurts most first, then by money, taken by its face.
func (f *figures) kinds() []kindKey {
	return slices.SortedFunc(maps.Keys(f.fresh.kinds), func(a, b kindKey) int {
		return cmp.Or(cmp.Compare(harmStep(a.Reason), harmStep(b.Reason)), cmp.Compare(f.fresh.kinds[b].Sums.face(), f.fresh.kinds[a].Sums.face()),
			cmp.Compare(harm(a.Reason), harm(b.Reason)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Label, b.Label), cmp.Compare(a.Suggestion, b.Suggestion), cmp.Compare(a.Sign, b.Sign))
	})
}

// unsettled is how many breaks are open, those not due left out.
func (f *figures) unsettled() int64 {
	n := f.fresh.Count
	for _, t := range f.carried {
		n += t.Count
	}
	return n
}

// severity is how urgent a date is.
func (f *figures) severity(rules MailRules) string {
	switch {
	case len(f.undone) > 0:
		return SeverityFailed
	case rules.NewCount > 0 && f.fresh.Count >= rules.NewCount, rules.reached(f.fresh.moved), f.overdue.Count > 0:
		return SeverityAction
	}
	return SeverityInfo
}

// reached reports whether new breaks are about enough money of one currency.
func (r MailRules) reached(moved sums) bool {
	for _, minor := range moved {
		if r.NewMinor > 0 && minor >= r.NewMinor {
			return true
		}
	}
	return false
}

package report

import (
	"slices"

	"recon/internal/calendar"
)

// open is what a walk over a reconciliation's open breaks finds.
type open struct {
	fresh, carried, pending findings
	due                     map[calendar.Date]*tally // of pending breaks
	ages                    []tally                  // of carried breaks, by ageBands
	unsettled               int64                    // all but pending
}

// tally is a count with its money.
type tally struct {
	Count int64
	Sums  sums
}

func (t *tally) add(b *Break) {
	t.count()
	t.Sums.addBreak(b)
}

// addStake adds what is at stake in a break, whatever its direction.
func (t *tally) addStake(b *Break) {
	t.count()
	t.Sums.addStake(b)
}

func (t *tally) count() {
	if t.Sums == nil {
		t.Sums = sums{}
	}
	t.Count++
}

// ageBands are the last days of the bands of age but the last one, which has no end.
var ageBands = []int{1, 3, 7, 30}

// band is the band of an age in days.
func band(age int) int {
	i, _ := slices.BinarySearch(ageBands, age)
	return i
}

// walk sorts a reconciliation's open breaks into the parts of the report, and
// adds them to what the first pages say of the day.
func walk(d *Day, r *Reconciliation, v *overview) (*open, error) {
	o := &open{fresh: findings{}, carried: findings{}, pending: findings{},
		due: map[calendar.Date]*tally{}, ages: make([]tally, len(ageBands)+1)}
	for b, err := range inOrder(r) {
		if err == nil {
			err = v.take(&b)
		}
		if err != nil {
			return nil, err
		}
		o.add(d, &b)
		v.add(d, r, &b)
	}
	return o, nil
}

func (o *open) add(d *Day, b *Break) {
	if b.Reason == "pending" {
		o.pending.add(b, d.Language)
		if o.due[b.Due] == nil {
			o.due[b.Due] = &tally{}
		}
		o.due[b.Due].add(b)
		return
	}
	o.unsettled++
	if b.fresh(d.Date) {
		o.fresh.add(b, d.Language)
		return
	}
	o.carried.add(b, d.Language)
	o.ages[band(b.age(d.Date))].add(b)
}

// fresh reports whether the break asks for action for the first time: it is
// new, or it was pending until this day.
func (b *Break) fresh(date calendar.Date) bool {
	oneSided := b.Reason == "missing" || b.Reason == "extra"
	return b.FirstSeen == date || b.Was == "pending" || oneSided && b.Due == date
}

package report

import (
	"cmp"
	"fmt"

	"recon/internal/calendar"
)

// overview is what the first pages of a report say over all reconciliations,
// gathered in the one walk over the breaks.
type overview struct {
	bound
	acts    map[findingKey]*actSum
	carried tally
	hurt    map[string]*wait  // by customer case
	losses  map[string]*loss  // by label
	taken   *ranked[takenRow] // chargebacks that are not in our books
	paid    *ranked[paidRow]  // losses whose seller is credited already
	overdue []owned           // by ageBands
	said    *ranked[saidRow]
	pending flow
	due     map[calendar.Date]*tally
	closed  map[closedKey]int64 // by people
}

func newOverview() *overview {
	return &overview{acts: map[findingKey]*actSum{}, hurt: map[string]*wait{}, losses: map[string]*loss{},
		overdue: make([]owned, len(ageBands)+1), due: map[calendar.Date]*tally{}, closed: map[closedKey]int64{},
		taken: rankedBy(func(r *takenRow) row { return row{r.Amount, r.Date, r.key} }),
		paid:  rankedBy(func(r *paidRow) row { return row{r.Amount, 0, r.ID + r.Batch + r.Payee + r.Currency} }),
		said:  rankedBy(func(r *saidRow) row { return row{r.Amount, 0, r.ID} })}
}

// row is what lists of single breaks are ordered by: the most money first.
type row struct {
	amount
	date calendar.Date
	id   string
}

func rankedBy[T any](of func(*T) row) *ranked[T] {
	return &ranked[T]{most: listedFew, compare: func(x, y T) int {
		a, b := of(&x), of(&y)
		return cmp.Or(cmp.Compare(magnitude(b.Minor), magnitude(a.Minor)), cmp.Compare(a.date, b.date), cmp.Compare(a.id, b.id))
	}}
}

// actSum is what asks for one action, over all reconciliations.
type actSum struct {
	findingKey
	tally
	stake  sums // absolute
	names  []string
	owners owners
}

// wait is how many customers wait, for what money and since when.
type wait struct {
	tally
	Longest int // days
}

// loss is money of one kind that may be lost.
type loss struct {
	harm int
	tally
}

// owned is what is at stake of one age, and who looks after how many.
type owned struct {
	tally
	owners owners
}

// owners counts breaks by owner; nobody is empty.
type owners map[string]int64

// flow is how pending rows behave: in + new = cleared + bad + out.
type flow struct {
	In, New, Cleared, Bad, Out int64
	Money                      tally // of what is out
}

// takenRow is one chargeback.
type takenRow struct {
	Name, OrderRef, Ref string
	Amount              amount
	Date                calendar.Date
	Booked              bool // a row by nature, inside the money proof
	key                 string
}

// paidRow is a break of an order that a seller is credited for.
type paidRow struct {
	ID, Label, OrderRef string
	Amount              amount
	Credit
}

// saidRow is a break of which a person says that it is solved.
type saidRow struct {
	ID, Label, OrderRef string
	Amount              amount
	Said
}

type closedKey struct{ Decision, By string }

func (v *overview) add(d *Day, r *Reconciliation, b *Break) {
	if b.Reason == "pending" {
		v.addPending(d, b)
		return
	}
	if b.Was == "pending" {
		v.pending.Bad++
	}
	a := b.advice(d.Language)
	if b.fresh(d.Date) {
		v.addAct(findingKey{b.Reason, a, sign(b.DifferenceMinor)}, r.Name, b)
	} else {
		v.carried.add(b)
		v.addOverdue(d, b)
	}
	if c := b.customerCase(); c != "" {
		v.addHurt(d, c, b)
	}
	v.addLoss(r, a, b)
	if b.Said.Decision != "" {
		v.said.add(saidRow{b.ID, a.Label, b.OrderRef, b.stakeAmount(), b.Said})
	}
}

func (v *overview) addAct(key findingKey, name string, b *Break) {
	a := v.acts[key]
	if a == nil {
		a = &actSum{findingKey: key, stake: sums{}, owners: owners{}}
		v.acts[key] = a
	}
	a.add(b)
	a.stake.addStake(b)
	a.owners[b.Owner]++
	if len(a.names) == 0 || a.names[len(a.names)-1] != name {
		a.names = append(a.names, name)
	}
}

func (v *overview) addHurt(d *Day, c string, b *Break) {
	w := v.hurt[c]
	if w == nil {
		w = &wait{}
		v.hurt[c] = w
	}
	w.add(b)
	w.Longest = max(w.Longest, b.age(d.Date))
}

func (v *overview) addOverdue(d *Day, b *Break) {
	o := &v.overdue[band(b.age(d.Date))]
	o.addStake(b)
	if o.owners == nil {
		o.owners = owners{}
	}
	o.owners[b.Owner]++
}

// addLoss adds what is short: money that we booked, paid back or lost and that
// somebody may owe us.
func (v *overview) addLoss(r *Reconciliation, a Advice, b *Break) {
	if b.DifferenceMinor >= 0 || !b.hasDifference() || b.Reason == "fee" || b.Reason == "ambiguous" {
		return
	}
	if b.Reason == "missing" && b.Kind == "chargeback" {
		v.taken.add(takenRow{r.Name, b.OrderRef, b.Ref, amount{b.Currency, b.DifferenceMinor}, b.BusinessDate, false, b.ID})
	}
	l := v.losses[a.Label]
	if l == nil {
		l = &loss{harm: harm(b.Reason)}
		v.losses[a.Label] = l
	}
	l.tally.add(b)
	for _, c := range b.Credits {
		v.paid.add(paidRow{b.ID, a.Label, b.OrderRef, amount{b.Currency, b.DifferenceMinor}, c})
	}
}

func (v *overview) addPending(d *Day, b *Break) {
	v.pending.Out++
	v.pending.Money.add(b)
	if b.FirstSeen == d.Date {
		v.pending.New++
	}
	if v.due[b.Due] == nil {
		v.due[b.Due] = &tally{}
	}
	v.due[b.Due].add(b)
}

// closes adds a break that is open no longer, and hands it on.
func (v *overview) closes(c ClosedBreak) ClosedBreak {
	if c.Decision != "" {
		v.closed[closedKey{c.Decision, c.By}]++
	}
	if c.Reason == "pending" {
		v.pending.Cleared++
	}
	return c
}

// flow is the whole of it, once all breaks are added.
func (v *overview) flow() flow {
	f := v.pending
	f.In = f.Out + f.Cleared + f.Bad - f.New
	return f
}

// addNature adds the chargebacks that are inside the money proof.
func (v *overview) addNature(r *Reconciliation) {
	for _, n := range r.Chargebacks {
		v.taken.add(takenRow{r.Name, n.OrderRef, n.Ref, amount{n.Currency, n.GrossMinor}, n.BusinessDate, true, fmt.Sprint(r.Name, n.File, n.Line)})
	}
}

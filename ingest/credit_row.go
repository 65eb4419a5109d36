package ingest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// creditRows is what one piece of a file of the settlement's ledger keeps.
type creditRows struct {
	purses        purses // written is the sum of all amounts without their signs
	ids           idMarks
	clocks        [2]tableClock // of occurred_at and its fallback
	kinds, states tally
}

// row is Layout.Row.
func (f *creditFile) row(r *Row, e *Entry) {
	s := f.pieces.of(r)
	kind, known := f.kind.read(r, &s.kinds)
	status, stated := f.status.read(r, &s.states)
	if !known || !stated {
		r.Skip = true // the fault is in the tally
		return
	}
	e.Kind, e.Status = creditKinds[kind], creditStates[status]
	f.texts(s, r, e)
	f.money(s, r, e)
	f.time(s, r, e)
}

func (f *creditFile) texts(s *creditRows, r *Row, e *Entry) {
	if e.OwnID = f.entryID.read(r); len(e.OwnID) == 0 {
		r.Fail(f.entryID.cell, errors.New("empty, wanted the row's own id; every row needs one"))
		return
	}
	s.ids.add(e.OwnID, r.Line)
	e.Payee, e.OrderRef = readPayee(r, f.payee), f.orderRef.read(r)
}

// readPayee is the id of a payee.
func readPayee(r *Row, f field) []byte {
	id := f.read(r)
	switch {
	case len(id) == 0:
		r.Fail(f.cell, errors.New("empty, wanted the payee; every row needs one"))
	case len(id) > maxID:
		r.Fail(f.cell, fmt.Errorf("%d bytes long, wanted the id of a payee, at most %d", len(id), maxID))
	}
	return id
}

// money reads the amount. Every row needs one with the sign of its kind, also
// when it does not count yet or any more.
func (f *creditFile) money(s *creditRows, r *Row, e *Entry) {
	e.Currency = f.currency.read(r)
	p := s.purses.of(e.Currency)
	if p == nil {
		r.Fail(f.currency.cell, notCurrency(e.Currency))
		return
	}
	written, err := f.amount.read(r.Text(f.amount.cell), p.exponent)
	if err != nil {
		r.Fail(f.amount.cell, fmt.Errorf("%w (read as %s %s)", err, e.Currency, f.amount.unit()))
		return
	}
	e.Gross = f.amount.mapped(written, e.Kind)
	e.Net = e.Gross
	if err := f.sign(e); err != nil {
		r.Fail(f.amount.cell, err)
		return
	}
	if !add(&p.written, max(e.Gross, -e.Gross)) {
		r.Fail(f.amount.cell, errSum)
	}
}

// errSum is given when amounts cannot be added up in every order.
var errSum = errors.New("the sum of the file is beyond the range of an amount; is the unit right?")

// sign refuses amounts whose sign their kind cannot have: + is owed to the payee.
func (f *creditFile) sign(e *Entry) error {
	switch {
	case e.Kind == Sale && e.Gross < 0:
		return fmt.Errorf("the sale takes money from the payee, wanted money owed to the payee; %s", f.signCure())
	case (e.Kind == Refund || e.Kind == Chargeback || e.Kind == ExternalPayout) && e.Gross > 0:
		kind := strings.ReplaceAll(e.Kind.String(), "_", " ")
		return fmt.Errorf("the %s is money owed to the payee, wanted money taken from the payee; %s", kind, f.signCure())
	}
	return nil
}

// signCure is the setting that fits a column written otherwise than set.
func (f *creditFile) signCure() string {
	return signCure(f.table.Amount.Sign, f.kind.cell != none, "sales and refunds")
}

// time reads when the row was earned.
func (f *creditFile) time(s *creditRows, r *Row, e *Entry) {
	cell, clock := f.occurred, &s.clocks[0]
	if len(r.Cells[cell]) == 0 && e.Status != Confirmed && f.instead != none {
		cell, clock = f.instead, &s.clocks[1]
	}
	text := r.Text(cell)
	switch {
	case r.Failed() || clock.form.lacksZone(): // a fault of the whole file
		return
	case len(text) == 0:
		r.Fail(cell, fmt.Errorf("empty in a row that is %s, wanted the time it was earned, which decides its period", e.Status))
		return
	}
	micros, err := clock.read(text)
	if err != nil {
		r.Fail(cell, err)
		return
	}
	e.OccurredAt = micros
}

// end is Layout.End: what is known only when every row was read.
func (f *creditFile) end() []Fault {
	var all creditRows
	var ids []*idMarks
	var sums []purses
	for _, p := range f.pieces.parts {
		ids, sums = append(ids, &p.ids), append(sums, p.purses)
		all.kinds.merge(p.kinds)
		all.states.merge(p.states)
	}
	out := idFaults(ids, f.table.EntryID.Column)
	out = append(out, f.kind.faults(f.layout, CreditsName, &all.kinds)...)
	out = append(out, f.status.faults(f.layout, CreditsName, &all.states)...)
	out = append(out, sumFaults(sums, f.table.Amount.Column)...)
	slices.SortStableFunc(out, func(a, b Fault) int { return int(a.Line - b.Line) })
	return append(out, f.zoneFaults()...)
}

// sumFaults are the currencies in which pieces that fit by themselves add up to
// more than an amount can hold.
func sumFaults(pieces []purses, column string) (out []Fault) {
	var all purses
	for _, list := range pieces {
		for _, p := range list {
			if !add(&all.of(p.code[:]).written, p.written) {
				return append(out, Fault{Column: column, Text: errSum.Error()})
			}
		}
	}
	return out
}

// zoneFaults say that a column of times needs a zone.
func (f *creditFile) zoneFaults() (out []Fault) {
	for i, cell := range []int{f.occurred, f.instead} {
		known := i > 0 && cell == f.occurred
		if form := f.instants[i]; cell != none && !known && form.lacksZone() {
			out = append(out, Fault{Column: f.layout.columnOf(cell), Text: fmt.Sprintf(
				"times like %s have no offset and the settings name no zone, wanted zone in table.occurred_at of %s, like Europe/Berlin, or times with an offset", form.name, CreditsName)})
		}
	}
	return out
}

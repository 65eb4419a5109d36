package ingest

import (
	"errors"
	"fmt"
)

// tableRows is what one piece of a file keeps from row to row (Row.State).
type tableRows struct {
	rows     int64
	newest   int64
	lastHour bool
	purses   purses
	ids      idMarks
	clocks   [2]tableClock // of occurred_at and its fallback
	local    offsets       // of the business date

	owner                        memo // the route of the row before
	kinds, states, nobody, twice tally
}

func (f *tableFile) newRows() *tableRows {
	return &tableRows{local: offsets{zone: f.cut.Zone}, clocks: f.instants.clocks()}
}

// row is Layout.Row.
func (f *tableFile) row(r *Row, e *Entry) {
	s := f.pieces.of(r)
	s.rows++
	switch r.Route = f.routes.pick(r, &s.owner); r.Route {
	case routeIgnored:
		f.sumIgnored(s, r)
	case routeNobody:
		r.Skip = true
		s.nobody.note(f.routes.values(r), r.Line)
	case routeTwice:
		r.Skip = true
		s.twice.note(f.routes.values(r), r.Line)
	default:
		f.entry(s, r, e)
	}
}

// entry reads a row that has an owner.
func (f *tableFile) entry(s *tableRows, r *Row, e *Entry) {
	kind, known := f.kind.read(r, &s.kinds)
	status, stated := f.status.read(r, &s.states)
	if !known || !stated {
		r.Skip = true // the fault is in the tally
		return
	}
	e.Kind, e.Status = Kind(kind), Status(status)
	if f.status.cell == none && status == 0 {
		e.Status = claimOf(e.Kind)
	}
	f.texts(s, r, e)
	f.money(s, r, e)
	f.time(s, r, e)
}

// claimOf is what a row of an export without a status says: it is done.
func claimOf(k Kind) Status {
	switch k {
	case Payment:
		return Paid
	case Refund:
		return Refunded
	}
	return NoStatus
}

func (f *tableFile) texts(s *tableRows, r *Row, e *Entry) {
	e.OwnID = f.entryID.read(r)
	if len(e.OwnID) == 0 {
		r.Fail(f.entryID.cell, errors.New("empty, wanted the row's own id; every row needs one"))
		return
	}
	s.ids.add(e.OwnID, r.Line)
	e.OrderRef, e.OrderNo, e.Ref = f.orderRef.read(r), f.orderNo.read(r), f.ref.read(r)
	e.RefundRef, e.BatchRef, e.Payee = f.refundRef.read(r), f.batchRef.read(r), f.payee.read(r)
}

// money reads the amounts. A row that claims no money may leave them empty.
func (f *tableFile) money(s *tableRows, r *Row, e *Entry) {
	e.Currency = f.currency.read(r)
	p := s.purses.of(e.Currency)
	if p == nil {
		r.Fail(f.currency.cell, notCurrency(e.Currency))
		return
	}
	if text := r.Text(f.amount.cell); len(text) > 0 || e.Status.ClaimsMoney() {
		written, err := f.amount.read(text, p.exponent)
		if err != nil {
			r.Fail(f.amount.cell, fmt.Errorf("%w (read as %s %s)", err, e.Currency, f.amount.unit()))
			return
		}
		e.Gross = f.amount.mapped(written, e.Kind)
		if !f.sum(p, r, e, written) {
			return
		}
	}
	f.readFee(r, e, p.exponent)
	e.Net = e.Gross + e.Fee
}

// sum checks the sign of an amount and adds it to the file's figures.
func (f *tableFile) sum(p *purse, r *Row, e *Entry, written int64) bool {
	if err := f.sign(e); err != nil {
		r.Fail(f.amount.cell, err)
		return false
	}
	claimed := e.Gross
	if !e.Status.ClaimsMoney() {
		claimed = 0
	}
	if !add(&p.gross, claimed) || !add(&p.written, written) {
		r.Fail(f.amount.cell, errSum)
		return false
	}
	return true
}

// sign refuses amounts whose sign their kind cannot have: + is money to us.
func (f *tableFile) sign(e *Entry) error {
	switch {
	case e.Kind == Payment && e.Gross < 0:
		return fmt.Errorf("the payment is money from us, wanted money to us; %s", f.signCure())
	case e.Kind == Refund && e.Gross > 0:
		return fmt.Errorf("the refund is money to us, wanted money from us; %s", f.signCure())
	}
	return nil
}

// signCure is the setting that fits a column written otherwise than set.
func (f *tableFile) signCure() string {
	return signCure(f.src.Table.Amount.Sign, f.kind.cell != none, "payments and refunds")
}

// signCure is the setting that fits instead of setting; mixed says that the
// column holds several kinds, and kinds names them.
func signCure(setting string, mixed bool, kinds string) string {
	switch {
	case setting == "by_kind":
		return "table.amount has sign: by_kind, which is for columns without signs; remove it if the file has signs"
	case mixed:
		return "if " + kinds + " are both written without sign here, set sign: by_kind in table.amount"
	case setting == "negate":
		return "if the file writes the sign itself, remove sign: negate from table.amount"
	}
	return "if it is written with the opposite sign here, set sign: negate in table.amount"
}

// readFee reads the fee's effect on us: a charged fee is negative after mapping.
func (f *tableFile) readFee(r *Row, e *Entry, exponent int) {
	if f.fee.cell == none {
		return
	}
	text := r.Text(f.fee.cell)
	if len(text) == 0 {
		return
	}
	written, err := f.fee.read(text, exponent)
	if err != nil {
		r.Fail(f.fee.cell, err)
		return
	}
	e.Fee = f.fee.mapped(written, e.Kind)
}

// sumIgnored adds a row that is dropped by name to what a control sums. Without
// a control such a row may hold anything.
func (f *tableFile) sumIgnored(s *tableRows, r *Row) {
	if f.src.Control == nil {
		return
	}
	code := f.currency.read(r)
	p := s.purses.of(code)
	if p == nil {
		r.Fail(f.currency.cell, notCurrency(code))
		return
	}
	text := r.Text(f.amount.cell)
	if len(text) == 0 {
		return
	}
	written, err := f.amount.read(text, p.exponent)
	if err == nil && !add(&p.written, written) {
		err = errors.New("the sum of the file is beyond the range of an amount")
	}
	if err != nil {
		r.Fail(f.amount.cell, err)
	}
}

// time reads when the money moved, and the business date from it.
func (f *tableFile) time(s *tableRows, r *Row, e *Entry) {
	cell, clock := f.occurred, &s.clocks[0]
	if len(r.Cells[cell]) == 0 {
		if e.Status.ClaimsMoney() {
			r.Fail(cell, fmt.Errorf("empty, but the row claims money (%s), wanted the time the money moved", e.Status))
			return
		}
		if cell, clock = f.instead, &s.clocks[1]; cell == none || len(r.Cells[cell]) == 0 {
			r.Fail(f.occurred, fmt.Errorf("empty in a row that is %s, wanted a time; name a column that is always filled as table.occurred_at.fallback", e.Status))
			return
		}
	}
	micros, err := clock.read(r.Text(cell))
	if err != nil {
		r.Fail(cell, err)
		return
	}
	e.OccurredAt, e.BusinessDate = micros, s.local.date(f.cut, micros)
	if f.dayEnd == 0 || micros < f.dayEnd {
		s.newest = max(s.newest, micros)
	}
	s.lastHour = s.lastHour || micros >= f.dayEnd-3600*1e6
}

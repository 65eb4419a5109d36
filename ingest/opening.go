package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"recon/internal/calendar"
	"recon/internal/config"
)

// OpeningName is how faults and receipts name the opening file.
const OpeningName = "settle.opening"

// OpeningBalance is what one payee was owed in one currency before the first
// period. Amounts are minor units, + is owed to the payee.
type OpeningBalance struct {
	Line          int64
	Payee         string
	Currency      string // ISO 4217
	BalanceMinor  int64
	LastPaidMinor int64         // at least 0
	LastPaidOn    calendar.Date // 0: not stated
}

// ReadOpening reads the opening file, in its order; charset is utf-8 (or
// empty) or gbk. What is wrong in the file stands in the receipt, and then
// there are no balances. A payee and currency stands once. The error is for
// trouble with the disk.
func ReadOpening(ctx context.Context, file File, table *config.OpeningTable, charset string, opts Options) ([]OpeningBalance, Receipt, error) {
	f := &openingFile{table: table}
	receipt, err := readSettled(ctx, file, f.format(charset), opts)
	if err != nil || len(receipt.Faults) > 0 {
		return nil, receipt, err
	}
	receipt.Kept = int64(len(f.list))
	return f.list, receipt, nil
}

// openingFile is the mapping of an opening file, compiled against its header.
type openingFile struct {
	table             *config.OpeningTable
	layout            *Layout
	payee, currency   field
	paidOn            field
	balance, lastPaid amount
	pieces            perPiece[openingRows]
	list              []OpeningBalance // of the whole file, after its end
}

// openingRows is what one piece of the file keeps.
type openingRows struct {
	list   []OpeningBalance
	purses purses // written is the sum of all balances without their signs
}

func (f *openingFile) format(charset string) *settleFormat {
	t := f.table
	s := &settleFormat{src: settleSource(OpeningName, charset, config.Fetch{}), bind: f.bind}
	s.want("payee", t.Payee.Column, false)
	s.want("currency", t.Currency.Column, false)
	s.want("balance", t.Balance.Column, false)
	s.want("last_paid", t.LastPaid.Column, true)
	s.want("last_paid_on", t.LastPaidOn.Column, true)
	return s
}

// bind turns the names of the mapping into cells.
func (f *openingFile) bind(b *binder) (*Layout, retimer, error) {
	t := f.table
	if err := checkCurrency(b, t.Currency); err != nil {
		return nil, nil, err
	}
	f.payee, f.currency, f.paidOn = b.field(t.Payee), b.field(t.Currency), b.field(t.LastPaidOn)
	for _, a := range []struct {
		setting string
		from    config.Amount
		into    *amount
	}{{"balance", t.Balance, &f.balance}, {"last_paid", t.LastPaid, &f.lastPaid}} {
		if a.from.Sign == "by_kind" {
			return nil, nil, Fault{Text: fmt.Sprintf("%s: table.%s: sign: by_kind, but the rows have no kind, wanted keep or negate", b.owner, a.setting)}
		}
		*a.into = amount{cell: b.cell(a.from.Column), minor: a.from.Unit == "minor", sign: signs(a.from.Sign, false)}
	}
	f.pieces.fresh = func() *openingRows { return &openingRows{} }
	f.layout = &Layout{Row: f.row, End: f.end}
	return f.layout, untimed{}, nil
}

// row is Layout.Row: balances are no entries and are kept here.
func (f *openingFile) row(r *Row, _ *Entry) {
	r.Skip = true
	s := f.pieces.of(r)
	o := OpeningBalance{Line: r.Line, Payee: string(readPayee(r, f.payee))}
	code := f.currency.read(r)
	p := s.purses.of(code)
	if p == nil {
		r.Fail(f.currency.cell, notCurrency(code))
		return
	}
	o.Currency = string(code)
	o.BalanceMinor = f.money(r, f.balance, p)
	if !add(&p.written, max(o.BalanceMinor, -o.BalanceMinor)) {
		r.Fail(f.balance.cell, errSum)
	}
	if cell := f.lastPaid.cell; cell != none && len(r.Cells[cell]) > 0 {
		if o.LastPaidMinor = f.money(r, f.lastPaid, p); o.LastPaidMinor < 0 {
			r.Fail(cell, errors.New("below zero, wanted what was paid to the payee; set sign: negate in table.last_paid if payouts are negative here"))
		}
	}
	o.LastPaidOn = f.date(r)
	if !r.Failed() {
		s.list = append(s.list, o)
	}
}

func (f *openingFile) money(r *Row, a amount, p *purse) int64 {
	written, err := a.read(r.Text(a.cell), p.exponent)
	if err != nil {
		r.Fail(a.cell, fmt.Errorf("%w (read as %s %s)", err, p.code, a.unit()))
		return 0
	}
	return a.mapped(written, 0)
}

// date reads when a payee was last paid; empty is not stated.
func (f *openingFile) date(r *Row) calendar.Date {
	text := f.paidOn.read(r)
	if len(text) == 0 {
		return 0
	}
	date, err := calendar.Parse(string(text))
	if err != nil || date < firstInstant/86400 || date >= lastInstant/86400 {
		r.Fail(f.paidOn.cell, fmt.Errorf("%q is no date from 2000 to 2199 like 2026-07-31", clip(string(text), 64)))
	}
	return date
}

// end is Layout.End: it puts the balances of all pieces into the order of the
// file and looks for those that come twice.
func (f *openingFile) end() []Fault {
	var sums []purses
	for _, p := range f.pieces.parts {
		f.list, sums = append(f.list, p.list...), append(sums, p.purses)
	}
	slices.SortFunc(f.list, func(a, b OpeningBalance) int { return cmp.Compare(a.Line, b.Line) })
	met := newAccounts(len(f.list))
	for _, o := range f.list {
		met.add(o.Payee, o.Currency, o.Line)
	}
	return append(met.faults(f.table.Payee.Column), sumFaults(sums, f.table.Balance.Column)...)
}

package report

import (
	"io"
	"iter"
	"strings"
	"time"

	"recon/internal/calendar"
	"recon/report/sheet"
)

// WriteXLSX writes report.xlsx of a day: the sheets summary, breaks, gate and
// carried. Their names are the same in every language, as formulas and queries
// of other workbooks name them; the headers are in the report's language.
// Memory does not grow with the number of breaks.
func WriteXLSX(w io.Writer, d *Day) error {
	d = masked(d)
	title, err := sentence(d.Language, "xlsx.title", d.Date)
	if err != nil {
		return err
	}
	return sheet.Write(w, sheet.Book{Title: title, Created: d.Date.Start(time.UTC), Sheets: []sheet.Sheet{
		{Name: "summary", Columns: summaryColumns(d.Language), Rows: d.summaryRows()},
		{Name: "breaks", Columns: breakColumns(d.Language), Rows: d.breakRows()},
		{Name: "gate", Columns: gateColumns(d.Language), Rows: d.gateRows()},
		{Name: "carried", Columns: carriedColumns(d.Language), Rows: d.carriedRows()},
	}})
}

// put is the end of a walk over the rows of a sheet; false stops the walk.
type put func(...sheet.Cell) bool

// sheetRows are the rows that fill puts.
func sheetRows(fill func(put) error) iter.Seq2[[]sheet.Cell, error] {
	return func(yield func([]sheet.Cell, error) bool) {
		stopped := false
		err := fill(func(cells ...sheet.Cell) bool {
			stopped = stopped || !yield(cells, nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}

// headers are columns with the words of keys as their titles.
func headers(language string, keys ...string) []sheet.Column {
	columns := make([]sheet.Column, len(keys))
	for i, k := range keys {
		columns[i] = sheet.Column{Title: Word(language, k), Width: sheetWidths[k]}
	}
	return columns
}

// sheetWidths are the widths of columns whose values are longer than their
// headers, in characters.
var sheetWidths = map[string]int{
	"break": 19, "what": 36, "finding": 32, "do": 48, "order": 30, "refund": 24, "ref": 32, "xlsx.shop.order": 24, "money": 16, "statement": 14,
	"ledger": 14, "difference": 14, "date": 12, "first": 12, "due": 12, "xlsx.file.statement": 36, "xlsx.file.ledger": 32, "note": 32, "detail": 32,
	"source": 18, "files": 40, "xlsx.gate.detail": 40, "closed.by": 28, "xlsx.payout.key": 44, "xlsx.payee": 24, "xlsx.rail.ref": 34,
	"xlsx.submission": 44, "xlsx.was.at": 28, "xlsx.now.at": 28, "xlsx.entry": 24, "before": 14, "after": 14,
}

func summaryColumns(language string) []sheet.Column {
	return headers(language, "reconciliation", "date", "state", "through", "what", "xlsx.currency", "count", "money")
}

// summaryRows are per reconciliation its cause if it is not reconciled, its
// roll-forward and its result.
func (d *Day) summaryRows() iter.Seq2[[]sheet.Cell, error] {
	return sheetRows(func(put put) error {
		for i := range d.Reconciliations {
			r := &d.Reconciliations[i]
			line := func(what, currency string, count, money sheet.Cell) {
				put(sheet.Text(r.Name), sheet.Date(d.Date), sheet.Text(code(d.Language, "state", string(published(r.State)))), dateCell(r.Through),
					sheet.Text(what), sheet.Text(currency), count, money)
			}
			if !r.State.Reconciled() {
				line(cause(r), "", sheet.Cell{}, sheet.Cell{})
				continue
			}
			for _, p := range r.Proof {
				for _, t := range p.terms() {
					line(Word(d.Language, "proof."+t.name), p.Currency, sheet.Cell{}, sheet.Money(t.minor, p.Currency))
				}
			}
			for _, c := range r.Counts.cells() {
				putCount(line, code(d.Language, "reason", c.name), *c.n, sums(r.Amounts[c.name]).List())
			}
		}
		return nil
	})
}

// putCount puts a count with its money, one line per currency; a count of zero
// is not shown.
func putCount(line func(what, currency string, count, money sheet.Cell), what string, n int64, amounts []amount) {
	if n == 0 {
		return
	}
	count := sheet.Count(n)
	if len(amounts) == 0 {
		line(what, "", count, sheet.Cell{})
	}
	for _, a := range amounts {
		line(what, a.Currency, count, sheet.Money(a.Minor, a.Currency))
		count = sheet.Cell{} // of all currencies, so it stands once
	}
}

// cause is why a reconciliation is not reconciled.
func cause(r *Reconciliation) string {
	if r.Cause == "" && len(r.Faults) > 0 {
		return r.Faults[0]
	}
	return r.Cause
}

func breakColumns(language string) []sheet.Column {
	return headers(language, "break", "finding", "reconciliation", "xlsx.provider", "account", "kind", "order", "xlsx.shop.order", "refund", "ref",
		"xlsx.currency", "statement", "ledger", "difference", "date", "first", "xlsx.age.days", "due", "xlsx.own.status", "do", "xlsx.owner.name", "note", "detail",
		"xlsx.file.statement", "xlsx.line.statement", "xlsx.file.ledger", "xlsx.line.ledger", "xlsx.code")
}

// breakRows are all breaks open at the end of the day, as breaks.csv has them.
func (d *Day) breakRows() iter.Seq2[[]sheet.Cell, error] {
	return sheetRows(func(put put) error {
		var cells []sheet.Cell
		for i := range d.Reconciliations {
			for b, err := range inOrder(&d.Reconciliations[i]) {
				if err != nil {
					return err
				}
				cells = d.breakCells(cells[:0], &b)
				if !put(cells...) {
					return nil
				}
			}
		}
		return nil
	})
}

func (d *Day) breakCells(cells []sheet.Cell, b *Break) []sheet.Cell {
	advice := b.advice(d.Language)
	difference := sheet.Cell{}
	if b.hasDifference() {
		difference = sheet.Money(b.DifferenceMinor, b.Currency)
	}
	text := sheet.Text
	return append(cells,
		text(b.ID), text(advice.Label), text(b.Reconciliation), text(b.Provider), text(b.Account), text(code(d.Language, "kind", b.Kind)),
		text(b.OrderRef), text(b.OrderNo), text(b.RefundRef), text(b.Ref), text(b.Currency),
		b.Statement.cell(), b.Ledger.cell(), difference, dateCell(b.BusinessDate), dateCell(b.FirstSeen), sheet.Count(int64(b.age(d.Date))),
		dateCell(b.Due), text(code(d.Language, "own", b.OwnStatus)), text(advice.Suggestion), text(b.Owner), text(b.Note), text(b.Detail),
		text(b.Statement.File), text(b.Statement.line()), text(b.Ledger.File), text(b.Ledger.line()), text(b.Reason))
}

// cell is the row's amount; two currencies of one break have their own decimals.
func (r Row) cell() sheet.Cell {
	if !r.Present() {
		return sheet.Cell{}
	}
	return sheet.Money(r.Minor, r.Currency)
}

func dateCell(date calendar.Date) sheet.Cell {
	if date == NoDate {
		return sheet.Cell{}
	}
	return sheet.Date(date)
}

func gateColumns(language string) []sheet.Column {
	return headers(language, "reconciliation", "source", "side", "xlsx.format", "account", "files", "gate", "xlsx.gate.detail", "rows", "xlsx.ignored.rows",
		"kind", "xlsx.currency", "count", "money")
}

// gateRows are per source its file and gate, then its totals.
func (d *Day) gateRows() iter.Seq2[[]sheet.Cell, error] {
	return sheetRows(func(put put) error {
		for i := range d.Reconciliations {
			r := &d.Reconciliations[i]
			for _, s := range r.Sources {
				d.putSource(put, r.Name, &s)
			}
		}
		return nil
	})
}

func (d *Day) putSource(put put, name string, s *Source) {
	line := func(rest ...sheet.Cell) {
		put(append([]sheet.Cell{sheet.Text(name), sheet.Text(s.Name), sheet.Text(code(d.Language, "side", s.Side)), sheet.Text(s.Format),
			sheet.Text(s.Account), sheet.Text(strings.Join(s.Files, ", ")), sheet.Text(code(d.Language, "gate", s.Gate)), sheet.Text(s.GateDetail)}, rest...)...)
	}
	line(sheet.Count(s.Rows), sheet.Count(s.Ignored), sheet.Cell{}, sheet.Cell{}, sheet.Cell{}, sheet.Cell{})
	for _, t := range s.Totals {
		line(sheet.Cell{}, sheet.Cell{}, sheet.Text(code(d.Language, "kind", t.Kind)), sheet.Text(t.Currency), sheet.Count(t.Count),
			sheet.Money(t.GrossMinor, t.Currency))
	}
}

package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"recon/internal/calendar"
)

// BreakColumns are the columns of breaks.csv, in order.
var BreakColumns = []string{
	"break_id", "reason", "provider", "account", "kind", "order_ref", "refund_ref", "ref", "currency",
	"statement_minor", "ledger_minor", "difference_minor", "business_date", "first_seen", "age_days", "status",
	"suggestion", "statement_file", "statement_line", "ledger_file", "ledger_line", "note", "detail", "due_date",
	"owner", "reconciliation", "order_no",
}

// WriteBreaks writes breaks.csv of a day: every break open at its end, by
// reconciliation, then reason, business date and id. Memory does not grow with
// the number of breaks.
func WriteBreaks(w io.Writer, d *Day) error {
	d = masked(d)
	return writeCSV(w, BreakColumns, func(put func([]string) error) error {
		for i := range d.Reconciliations {
			if err := putBreaks(d, inOrder(&d.Reconciliations[i]), put); err != nil {
				return err
			}
		}
		return nil
	})
}

// WriteBreakRows writes breaks in the columns of breaks.csv, in the order given.
func WriteBreakRows(w io.Writer, date calendar.Date, language string, rows iter.Seq2[Break, error]) error {
	d := &Day{Date: date, Language: language}
	return writeCSV(w, BreakColumns, func(put func([]string) error) error { return putBreaks(d, mappedRows(rows, maskBreak), put) })
}

func putBreaks(d *Day, rows iter.Seq2[Break, error], put func([]string) error) error {
	cells := make([]string, 0, len(BreakColumns))
	for b, err := range rows {
		if err != nil {
			return err
		}
		if err := put(breakCells(cells[:0], d, &b)); err != nil {
			return err
		}
	}
	return nil
}

func breakCells(cells []string, d *Day, b *Break) []string {
	difference := ""
	if b.hasDifference() {
		difference = strconv.FormatInt(b.DifferenceMinor, 10)
	}
	return append(cells,
		b.ID, b.Reason, b.Provider, b.Account, b.Kind, b.OrderRef, b.RefundRef, b.Ref, b.Currency,
		b.Statement.minor(), b.Ledger.minor(), difference,
		dateText(b.BusinessDate), dateText(b.FirstSeen), strconv.Itoa(b.age(d.Date)), b.OwnStatus,
		b.advice(d.Language).Suggestion,
		b.Statement.File, b.Statement.line(), b.Ledger.File, b.Ledger.line(),
		b.Note, b.Detail, dateText(b.Due), b.Owner, b.Reconciliation, b.OrderNo)
}

// proofColumns are the columns of proof.csv, in order.
var proofColumns = []string{
	"date", "reconciliation", "currency", "opening_minor", "statement_minor", "by_nature_minor", "ledger_minor",
	"tolerance_minor", "closed_by_people_minor", "closing_minor", "check_minor",
}

// WriteProof writes proof.csv of a day: one roll-forward per reconciliation and currency.
func WriteProof(w io.Writer, d *Day) error {
	return writeCSV(w, proofColumns, func(put func([]string) error) error {
		for i := range d.Reconciliations {
			r := &d.Reconciliations[i]
			for _, p := range r.Proof {
				cells := []string{d.Date.String(), r.Name, p.Currency}
				for _, t := range p.terms() {
					cells = append(cells, strconv.FormatInt(t.minor, 10))
				}
				if err := put(cells); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// proofTerm is one term of the roll-forward; sign is its sign in the sum,
// 0 for the result and the check.
type proofTerm struct {
	name  string
	minor int64
	sign  int
}

// terms are the roll-forward in its order.
func (p ProofRow) terms() []proofTerm {
	return []proofTerm{
		{"opening", p.OpeningMinor, 1}, {"statement", p.StatementMinor, 1}, {"by_nature", p.NatureMinor, -1},
		{"ledger", p.LedgerMinor, -1}, {"tolerance", p.ToleranceMinor, -1},
		{"closed_by_people", p.ClosedByPeopleMinor, -1}, {"closing", p.ClosingMinor, 0}, {"check", p.CheckMinor, 0},
	}
}

// writeCSV writes a header and what fill puts, every cell safe in a spreadsheet.
func writeCSV(w io.Writer, columns []string, fill func(put func([]string) error) error) error {
	out := csv.NewWriter(w)
	put := func(cells []string) error {
		for i, c := range cells {
			cells[i] = formulaSafe(c)
		}
		return out.Write(cells)
	}
	if err := out.Write(columns); err != nil {
		return err
	}
	if err := fill(put); err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

// CSVFile is write, with a byte order mark before what it writes if bom is set:
// without one Excel takes a file for the encoding of the machine.
func CSVFile(bom bool, write func(io.Writer) error) func(io.Writer) error {
	if !bom {
		return write
	}
	return func(w io.Writer) error {
		if _, err := io.WriteString(w, "\ufeff"); err != nil {
			return err
		}
		return write(w)
	}
}

// formulaSafe puts an apostrophe before a cell that a spreadsheet would run as
// a formula. Some read the full-width signs as formulas too, and some pass over
// spaces and what cannot be seen before them. Numbers stay.
func formulaSafe(cell string) string {
	if cell == "" || !startsFormula(cell) || isNumber(cell) {
		return cell
	}
	return "'" + cell
}

func startsFormula(cell string) bool {
	if strings.IndexByte("\t\r\n", cell[0]) >= 0 {
		return true
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(cell, isUnseen))
	return strings.ContainsRune("=+-@＝＋－＠", first)
}

// isUnseen reports whether r takes space or nothing on the screen.
func isUnseen(r rune) bool {
	return r <= ' ' || r > '~' && (unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Cc))
}

// isNumber reports whether s is a decimal number with at most one sign.
func isNumber(s string) bool {
	if s[0] == '-' || s[0] == '+' {
		s = s[1:]
	}
	whole, fraction, dot := strings.Cut(s, ".")
	return digits(whole) && (!dot || digits(fraction))
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// inOrder walks the breaks of r and ends with an error where they are not
// strictly ascending, because the order of the files depends on it.
func inOrder(r *Reconciliation) iter.Seq2[Break, error] { return ordered(r.Name, r.Breaks) }

// ordered walks the breaks of a reconciliation as inOrder does.
func ordered(name string, rows iter.Seq2[Break, error]) iter.Seq2[Break, error] {
	return func(yield func(Break, error) bool) {
		var last breakPlace
		first := true
		for b, err := range orNone(rows) {
			place := breakPlace{b.Reason, b.BusinessDate, b.ID}
			if err == nil && !first && !last.before(place) {
				err = fmt.Errorf("breaks of %s: %s %s %s follows %s %s %s, wanted ascending order",
					name, place.reason, place.date, place.id, last.reason, last.date, last.id)
			}
			if !yield(b, err) || err != nil {
				return
			}
			last, first = place, false
		}
	}
}

// breakPlace is where a break stands in the order of files.
type breakPlace struct {
	reason string
	date   calendar.Date
	id     string
}

func (p breakPlace) before(o breakPlace) bool {
	if p.reason != o.reason {
		return p.reason < o.reason
	}
	if p.date != o.date {
		return p.date < o.date
	}
	return p.id < o.id
}

// orNone stands in for a list that was not given.
func orNone[T any](rows iter.Seq2[T, error]) iter.Seq2[T, error] {
	if rows == nil {
		return Rows[T](nil)
	}
	return rows
}

package report

import (
	"cmp"
	"io"
	"iter"
	"strings"

	"recon/internal/calendar"
)

// WriteText writes the terminal summary of a run over days: a table of the
// reconciliations, one of their breaks, what is not reconciled, the reports.
func WriteText(w io.Writer, days ...*Day) error {
	if len(days) == 0 {
		return nil
	}
	hidden := make([]*Day, len(days))
	for i, d := range days {
		hidden[i] = masked(d)
	}
	for _, part := range []func(io.Writer, []*Day) error{writeStates, writeReasons, writeAlerts, writePaths} {
		if err := part(w, hidden); err != nil {
			return err
		}
	}
	return nil
}

func writeStates(w io.Writer, days []*Day) error {
	l := days[0].Language
	t := newTable(w, column{Title: Word(l, "date")}, column{Title: Word(l, "reconciliation")}, column{Title: Word(l, "state")},
		column{Title: Word(l, "through")}, column{Word(l, "reason.matched"), true}, column{Word(l, "money"), true},
		column{Word(l, "new"), true}, column{Word(l, "open"), true})
	for _, d := range days {
		for i := range d.Reconciliations {
			r := &d.Reconciliations[i]
			cells := []string{d.Date.String(), r.Name, code(l, "state", string(r.State)), cmp.Or(dateText(r.Through), Word(l, "never")), "", "", "", ""}
			if r.State.Reconciled() {
				cells[4], cells[5] = countText(r.Counts.Matched), moneys(sums(r.Amounts["matched"]).List())
				cells[6], cells[7] = countText(r.Carried.New), countText(r.Carried.Out)
			}
			t.row(cells...)
		}
	}
	return t.close()
}

// writeReasons lists the open breaks by reason; nothing when there are none.
func writeReasons(w io.Writer, days []*Day) error {
	l := days[0].Language
	t := newTable(w, column{Title: Word(l, "date")}, column{Title: Word(l, "reconciliation")}, column{Title: Word(l, "finding")},
		column{Word(l, "count"), true}, column{Word(l, "difference"), true})
	any := false
	for _, d := range days {
		for i := range d.Reconciliations {
			r := &d.Reconciliations[i]
			for _, c := range r.Counts.cells() {
				if *c.n == 0 || c.name == "matched" || c.name == "repeated" || c.name == "closed" {
					continue
				}
				any = true
				t.row(d.Date.String(), r.Name, code(l, "reason", c.name), countText(*c.n), moneys(sums(r.Amounts[c.name]).List()))
			}
		}
	}
	if !any {
		return nil
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return t.close()
}

func writeAlerts(w io.Writer, days []*Day) error {
	for _, d := range days {
		list, err := alerts(d)
		if err != nil {
			return err
		}
		for _, a := range list {
			if err := writeAlert(w, d.Language, a); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeAlert(w io.Writer, language string, a alert) error {
	lines := []string{"", a.Line}
	for _, f := range []struct{ key, value string }{{"what", a.Cause}, {"who", a.Who}, {"next", a.NextTry}} {
		if f.value != "" {
			lines = append(lines, "  "+Word(language, f.key)+": "+f.value)
		}
	}
	return writeLines(w, lines)
}

func writePaths(w io.Writer, days []*Day) error {
	lines := []string{""}
	for _, d := range days {
		if d.Files.ReportHTML != "" {
			line, err := sentence(d.Language, "report", d.Files.ReportHTML)
			if err != nil {
				return err
			}
			lines = append(lines, line)
		}
	}
	if len(lines) == 1 {
		return nil
	}
	return writeLines(w, lines)
}

func writeLines(w io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := io.WriteString(w, printable(line)+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// WriteBreakList writes breaks as a table for a terminal; age is as of date.
func WriteBreakList(w io.Writer, date calendar.Date, language string, rows iter.Seq2[Break, error]) error {
	l := language
	t := newTable(w, column{Title: Word(l, "break")}, column{Title: Word(l, "reconciliation")}, column{Title: Word(l, "finding")},
		column{Title: Word(l, "order")}, column{Word(l, "difference"), true}, column{Title: Word(l, "date")},
		column{Word(l, "age"), true}, column{Title: Word(l, "owner")})
	for b, err := range rows {
		if err != nil {
			return err
		}
		b = maskBreak(b)
		age, err := sentence(l, "days", b.age(date))
		if err != nil {
			return err
		}
		t.row(b.ID, b.Reconciliation, b.advice(l).Label, cmp.Or(b.OrderRef, b.Ref), b.differenceText(), dateText(b.BusinessDate),
			age, strings.Trim(b.Owner+", "+b.Note, ", "))
	}
	return t.close()
}

// differenceText is the difference with its currency; empty without one.
func (b *Break) differenceText() string {
	if !b.hasDifference() {
		return ""
	}
	return signedText(b.DifferenceMinor, b.Currency) + " " + b.Currency
}

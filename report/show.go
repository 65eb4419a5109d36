package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"recon/internal/calendar"
)

// Shown is everything `recon breaks show` says of one break.
type Shown struct {
	Break     Break
	Statement RawRow  // absent without columns
	Ledger    RawRow  // absent without columns
	Rule      string  // what gave the reason, like "one row left on each side"
	History   []Event // oldest first
}

// Hidden is s without the account; everything else in the rows stands as in
// their files.
func (s Shown) Hidden() Shown {
	b := s.Break
	m := newMask(b.Account)
	hide := func(cell string) string {
		if slices.Contains([]string{b.Ref, b.OrderRef, b.RefundRef, b.OrderNo}, cell) {
			return cell
		}
		return m.Replace(cell)
	}
	s.Break = m.open()(b)
	s.Statement.Cells, s.Ledger.Cells = mapped(s.Statement.Cells, hide), mapped(s.Ledger.Cells, hide)
	return s
}

// RawRow is a row as it stands in its file.
type RawRow struct {
	Columns []string `json:"columns"`
	Cells   []string `json:"cells"`
}

// Event is one thing that happened to a break.
type Event struct {
	Date calendar.Date `json:"date"`
	Text string        `json:"text"` // like "opened as pending", "note by li.na: asked the bank"
}

// WriteBreak writes one break as of date: what it is, the advice, both rows
// side by side as they stand in their files, the history.
func WriteBreak(w io.Writer, date calendar.Date, language string, s Shown) error {
	s = s.Hidden()
	out := bufio.NewWriter(w)
	lines := append(facts(date, language, &s), "")
	lines = append(lines, sideBySide(sideLines(language, "statement", s.Break.Statement, s.Statement),
		sideLines(language, "ledger", s.Break.Ledger, s.Ledger))...)
	if len(s.History) > 0 {
		lines = append(lines, "", Word(language, "history"))
	}
	for _, e := range s.History {
		lines = append(lines, "  "+dateText(e.Date)+"  "+e.Text)
	}
	if err := writeLines(out, lines); err != nil {
		return err
	}
	return out.Flush()
}

// facts are the lines above the two rows; empty ones are left out.
func facts(date calendar.Date, l string, s *Shown) []string {
	b, a := &s.Break, s.Break.advice(l)
	way := ""
	if b.hasDifference() && b.DifferenceMinor > 0 {
		way = " " + Word(l, "over")
	} else if b.hasDifference() && b.DifferenceMinor < 0 {
		way = " " + Word(l, "short")
	}
	lines := []string{Word(l, "break") + " " + b.ID, fmt.Sprintf("%s (%s)  %s%s", a.Label, b.Reason, b.differenceText(), way)}
	for _, f := range []struct{ key, value string }{
		{"do", a.Suggestion}, {"rule", s.Rule}, {"reconciliation", b.Reconciliation}, {"account", b.Account},
		{"kind", code(l, "kind", b.Kind)}, {"date", dateText(b.BusinessDate)}, {"first", dateText(b.FirstSeen)},
		{"due", dateText(b.Due)}, {"age", fmt.Sprintf(Word(l, "days"), fmt.Sprint(b.age(date)))},
		{"assigned", b.Owner}, {"note", b.Note}, {"detail", b.Detail},
	} {
		if f.value != "" {
			lines = append(lines, "  "+Word(l, f.key)+": "+f.value)
		}
	}
	return lines
}

// sideLines are one side's row, a line per cell that is not empty.
func sideLines(l, side string, r Row, raw RawRow) []string {
	if !r.Present() {
		return []string{Word(l, side), "–"}
	}
	lines := []string{Word(l, side), fmt.Sprintf("%s:%d", r.File, r.Line)}
	for i, c := range raw.Cells {
		if c != "" && i < len(raw.Columns) {
			lines = append(lines, raw.Columns[i]+": "+c)
		}
	}
	return lines
}

// sideBySide puts two lists of lines next to each other.
func sideBySide(left, right []string) []string {
	wide := 0
	for _, s := range left {
		wide = max(wide, columnsOf(printable(s)))
	}
	var lines []string
	for i := range max(len(left), len(right)) {
		l, r := "", ""
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		gap := strings.Repeat(" ", wide-columnsOf(printable(l)))
		lines = append(lines, strings.TrimRight("  "+l+gap+"   "+r, " "))
	}
	return lines
}

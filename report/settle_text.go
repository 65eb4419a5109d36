package report

import (
	"io"
	"strings"
)

// WriteSettleText writes the terminal summary of a batch: its state and the
// next step, a table of what is paid, one of what is not, the report.
func WriteSettleText(w io.Writer, s *Settlement) error {
	s = s.masked()
	if s.Stop != nil {
		return s.writeStop(w)
	}
	lines, err := s.noticeLines()
	if err != nil {
		return err
	}
	if err := writeLines(w, lines); err != nil {
		return err
	}
	for _, part := range []func(io.Writer) error{s.writeTotals, s.writeFunding, s.writeSkips, s.writeReport} {
		if err := part(w); err != nil {
			return err
		}
	}
	return nil
}

func (s *Settlement) writeStop(w io.Writer) error {
	a, err := s.stopAlert()
	if err != nil {
		return err
	}
	if err := writeAlert(w, s.Language, *a); err != nil {
		return err
	}
	faults := s.Stop.Faults
	if s.Stop.Cause == "" && len(faults) > 0 {
		faults = faults[1:] // the first one is the cause above
	}
	var lines []string
	for _, f := range faults {
		lines = append(lines, "  "+f)
	}
	if s.Stop.MoreFaults > 0 {
		line, err := sentence(s.Language, "faults.up", countText(s.Stop.MoreFaults))
		if err != nil {
			return err
		}
		lines = append(lines, "  "+line)
	}
	if err := writeLines(w, lines); err != nil {
		return err
	}
	return s.writeReport(w)
}

// noticeLines are the state of the batch, what to do, and what else to know.
// What a page prints in red begins with an exclamation mark.
func (s *Settlement) noticeLines() ([]string, error) {
	restated := &ranked[RestatedRow]{most: 1, compare: byEntry}
	if err := restated.addAll(s.Restated); err != nil {
		return nil, err
	}
	roll, err := s.rollView()
	if err != nil {
		return nil, err
	}
	n, err := s.notices(restated.count, roll)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, red := range n.Red {
		lines = append(lines, "! "+red.Line)
	}
	lines = append(lines, n.Head.Line, "  "+Word(s.Language, "settle.then")+": "+n.Head.Act)
	for _, amber := range n.Amber {
		lines = append(lines, amber.Line)
	}
	return lines, nil
}

func (s *Settlement) writeTotals(w io.Writer) error {
	if len(s.Totals) == 0 {
		return nil
	}
	l := s.Language
	columns := []column{{Title: Word(l, "settle.currency")}, {Word(l, "settle.count"), true}, {Word(l, "settle.sum"), true},
		{Word(l, "settle.in.review"), true}, {Word(l, "settle.largest"), true}}
	before := map[string]BatchTotal{}
	if s.Previous != nil {
		columns = append(columns, column{Word(l, "settle.change"), true})
		before = totalsBy(s.Previous.Totals)
	}
	t := newTable(w, columns...)
	for _, x := range s.Totals {
		cells := []string{x.Currency, countText(x.Payouts), amountText(x.AmountMinor, x.Currency), countText(x.ReviewCount), amountText(x.LargestMinor, x.Currency)}
		if s.Previous != nil {
			cells = append(cells, changeText(s.Language, x.AmountMinor, before[x.Currency].AmountMinor))
		}
		t.row(cells...)
	}
	return closeTable(w, t)
}

func (s *Settlement) writeFunding(w io.Writer) error {
	if len(s.Funding) == 0 {
		return nil
	}
	l := s.Language
	t := newTable(w, column{Title: Word(l, "settle.debtor")}, column{Title: Word(l, "settle.rail")}, column{Word(l, "settle.count"), true},
		column{Word(l, "settle.sum"), true}, column{Title: Word(l, "settle.execution")})
	for _, f := range s.Funding {
		t.row("…"+f.DebtorLastFour+" "+f.DebtorName, f.Rail, countText(f.Payouts), amountText(f.AmountMinor, f.Currency)+" "+f.Currency, dateText(f.Execution))
	}
	return closeTable(w, t)
}

func (s *Settlement) writeSkips(w io.Writer) error {
	if len(s.Skips) == 0 {
		return nil
	}
	l := s.Language
	t := newTable(w, column{Title: Word(l, "settle.skipped")}, column{Title: Word(l, "reason")}, column{Word(l, "count"), true}, column{Word(l, "settle.balance"), true})
	money := skipMoney(s.Skips)
	counts := skipCounts(s.Skips)
	for _, reason := range reasonsOf(counts, counts) {
		t.row(code(l, "skip", reason), reason, countText(counts[reason]), moneys(money[reason].List()))
	}
	return closeTable(w, t)
}

func (s *Settlement) writeReport(w io.Writer) error {
	if s.Files.ReportHTML == "" {
		return nil
	}
	line, err := sentence(s.Language, "report", s.Files.ReportHTML)
	if err != nil {
		return err
	}
	return writeLines(w, []string{"", line})
}

// closeTable writes a table with an empty line above it.
func closeTable(w io.Writer, t *table) error {
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return t.close()
}

// padded is s with spaces up to so many columns of a terminal.
func padded(s string, wide int) string {
	return s + strings.Repeat(" ", max(0, wide-columnsOf(printable(s))))
}

// spaced puts a space between the characters of s.
func spaced(s string) string { return strings.Join(strings.Split(s, ""), " ") }

package report

import "io"

// WriteMonthText writes the terminal summary of a month: a line per account
// and currency.
func WriteMonthText(w io.Writer, language string, s MonthSummary) error {
	t := newTable(w, column{Title: Word(language, "reconciliation")}, column{Title: Word(language, "state")}, column{Title: Word(language, "through")},
		column{Word(language, "month.days"), true}, column{Word(language, "month.closing"), true}, column{Word(language, "open"), true},
		column{Word(language, "reason.pending"), true})
	for _, r := range s.Reconciliations {
		days := countText(int64(r.DaysDone)) + " / " + countText(int64(r.DaysDone+len(r.Missing)+len(r.LeftOut)))
		cells := []string{r.Name, code(language, "monthstate", string(r.State)), r.Through, days, "–", countText(r.OpenBreaks), countText(r.Pending)}
		for _, p := range r.Proof {
			cells[4] = moneys([]amount{{p.Currency, p.ClosingMinor}})
			t.row(cells...)
			cells = []string{"", "", "", "", "", "", ""}
		}
		if len(r.Proof) == 0 {
			t.row(cells...)
		}
	}
	return t.close()
}

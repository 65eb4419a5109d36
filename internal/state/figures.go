package state

import (
	"context"
	"time"

	"recon/internal/calendar"
)

// Figures are what a source's file of a date came to, over all its parts.
type Figures struct {
	Date   calendar.Date
	Rows   int64
	Gross  map[string]int64 // by currency, minor units
	Newest time.Time        // of occurred_at; zero without rows
}

// ExportFigures returns a source's figures of the dates before a date, newest
// first, at most limit of them: what a new file is compared with.
func (s *State) ExportFigures(ctx context.Context, source string, before calendar.Date, limit int) ([]Figures, error) {
	all, err := collect(ctx, s.db, readStatement, "select "+statementColumns+
		` from statement_latest where source = ? and date in (
  select distinct d.date from statement as d where d.source = ? and d.date < ? order by d.date desc limit ?
) order by date desc, part`, source, source, before.String(), limit)
	if err != nil {
		return nil, err
	}
	var days []Figures
	for _, st := range all {
		if len(days) == 0 || days[len(days)-1].Date != st.Date {
			days = append(days, Figures{Date: st.Date, Gross: map[string]int64{}})
		}
		days[len(days)-1].add(st)
	}
	return days, nil
}

// add counts one part of a date.
func (f *Figures) add(st Statement) {
	f.Rows += st.Rows
	if st.Newest.After(f.Newest) {
		f.Newest = st.Newest
	}
	for _, t := range st.Totals {
		f.Gross[t.Currency] += t.Gross
	}
}

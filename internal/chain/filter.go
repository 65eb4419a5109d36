package chain

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"recon/internal/calendar"
	"recon/report"
)

// BreakFilter picks open breaks; what is empty picks all.
type BreakFilter struct {
	Reasons, Reconciliations []string
	Owner                    string
	Text                     string        // a part of an order, a reference or an id
	MinAge                   int           // in days
	Date                     calendar.Date // as of the end of it; report.NoDate: of the last day run
}

// OpenBreaks walks the breaks that a filter picks, by reconciliation and as
// Breaks has them; ages are as of the latest of the days read. The function
// ends the reading.
func (e *Engine) OpenBreaks(ctx context.Context, f BreakFilter) (rows iter.Seq2[report.Break, error], on calendar.Date, done func() error, err error) {
	var parts []iter.Seq2[report.Break, error]
	var closers []func() error
	done = func() (err error) {
		for _, c := range closers {
			err = errors.Join(err, c())
		}
		return err
	}
	on = f.Date
	for _, rec := range e.Config.Reconciliations {
		if len(f.Reconciliations) > 0 && !slices.Contains(f.Reconciliations, rec.Name) {
			continue
		}
		some, day, closer, err := e.Breaks(ctx, rec.Name, f.Date)
		if err != nil {
			return nil, 0, nil, errors.Join(err, done())
		}
		parts, closers, on = append(parts, some), append(closers, closer), max(on, day)
	}
	return func(yield func(report.Break, error) bool) {
		for _, rows := range parts {
			for b, err := range rows {
				if (err != nil || f.picks(b, on)) && !yield(b, err) {
					return
				}
			}
		}
	}, on, done, nil
}

func (f BreakFilter) picks(b report.Break, on calendar.Date) bool {
	return (len(f.Reasons) == 0 || slices.Contains(f.Reasons, b.Reason)) && (f.Owner == "" || b.Owner == f.Owner) &&
		int(on-b.BusinessDate) >= f.MinAge && f.finds(b)
}

// finds looks for the text in what names a break.
func (f BreakFilter) finds(b report.Break) bool {
	if f.Text == "" {
		return true
	}
	for _, s := range []string{b.ID, b.OrderNo, b.OrderRef, b.RefundRef, b.Ref} {
		if strings.Contains(s, f.Text) {
			return true
		}
	}
	return false
}

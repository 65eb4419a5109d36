package chain

import (
	"context"
	"errors"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
	"recon/report"
)

// ReadDay hands fn a date's report as it is committed, and for the rest as it
// was last tried; its breaks can be read until fn returns. A reconciliation
// that has a day to do on the date and was never tried for it has no state.
func (e *Engine) ReadDay(ctx context.Context, date calendar.Date, fn func(*report.Day) error) error {
	reader := e.openReader()
	day, err := e.reportOf(ctx, date, nil, reader)
	if err != nil {
		return errors.Join(err, reader.Close())
	}
	known := map[string]report.Reconciliation{}
	for _, r := range day.Reconciliations {
		known[r.Name] = r
	}
	day.Reconciliations = nil
	for i := range e.Config.Reconciliations {
		rec := &e.Config.Reconciliations[i]
		r, tried := known[rec.Name]
		if !tried {
			first, last, ok, err := e.State.Through(ctx, rec.Name)
			if err != nil {
				return errors.Join(err, reader.Close())
			}
			if ok && date < first || !e.expected(rec, date) {
				continue
			}
			r = report.Reconciliation{Name: rec.Name, Through: report.NoDate}
			if ok {
				r.Through = min(last, date)
			}
		}
		day.Reconciliations = append(day.Reconciliations, r)
	}
	return errors.Join(fn(day), reader.Close())
}

// ReadMorning hands fn where every reconciliation stands on the morning of a
// date; breaks can be read until fn returns.
func (e *Engine) ReadMorning(ctx context.Context, today calendar.Date, fn func(*report.Morning) error) error {
	m := &report.Morning{Date: today, Language: e.Config.Language}
	reader := e.openReader()
	for i := range e.Config.Reconciliations {
		a, err := e.morningAccount(ctx, reader, &e.Config.Reconciliations[i])
		if err != nil {
			return errors.Join(err, reader.Close())
		}
		m.Accounts = append(m.Accounts, a)
	}
	return errors.Join(fn(m), reader.Close())
}

// morningAccount is a reconciliation's last day, and the first day that is late
// with what came of the last try at it.
func (e *Engine) morningAccount(ctx context.Context, reader *reader, rec *config.Reconciliation) (a report.MorningAccount, err error) {
	a.Name, a.Through, a.Behind = rec.Name, report.NoDate, report.NoDate
	s, err := e.Standing(ctx, rec)
	if err != nil {
		return a, err
	}
	if s.Started {
		p, err := e.readPast(ctx, rec.Name, s.Through)
		if err != nil {
			return a, err
		}
		r, _, err := e.reconciliation(ctx, reader, rec, p, s.Through)
		if err != nil {
			return a, err
		}
		a.Reconciliation = *r
		a.Through = s.Through
	}
	if len(s.Behind) == 0 {
		return a, nil
	}
	a.Behind, a.State, a.Cause = s.Behind[0], "", ""
	if t := s.LastTry; t != nil && t.State != state.Done && t.State != state.Already {
		a.State, a.Cause = report.State(t.State), t.Message
	}
	return a, nil
}

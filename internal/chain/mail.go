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
		a, err := e.morningAccount(ctx, reader, &e.Config.Reconciliations[i], today)
		if err != nil {
			return errors.Join(err, reader.Close())
		}
		m.Accounts = append(m.Accounts, a)
	}
	return errors.Join(fn(m), reader.Close())
}

func (e *Engine) morningAccount(ctx context.Context, reader *reader, rec *config.Reconciliation, today calendar.Date) (a report.MorningAccount, err error) {
	a.Name, a.Through, a.Behind = rec.Name, report.NoDate, report.NoDate
	_, last, ok, err := e.State.Through(ctx, rec.Name)
	if err != nil {
		return a, err
	}
	from := today - 1
	if ok {
		p, err := e.readPast(ctx, rec.Name, last)
		if err != nil {
			return a, err
		}
		r, _, err := e.reconciliation(ctx, reader, rec, p, last)
		if err != nil {
			return a, err
		}
		a.Reconciliation, from = *r, last+1
		a.Through = last
	} else if tried, known, err := e.State.FirstAttempt(ctx, rec.Name); err != nil {
		return a, err
	} else if known {
		from = min(from, tried)
	}
	for _, date := range e.Expected(rec, from, today-1) {
		if e.isDue(rec, date) {
			a.Behind = date
			return a, e.lastTry(ctx, &a)
		}
	}
	return a, nil
}

// isDue reports whether all files of a day can be expected by now.
func (e *Engine) isDue(rec *config.Reconciliation, date calendar.Date) bool {
	for _, src := range e.sources(rec) {
		if src.ExpectedOn(date) && e.Now.Before(src.ReadyAt(date)) {
			return false
		}
	}
	return true
}

// lastTry says what came of the last try at the day that is late.
func (e *Engine) lastTry(ctx context.Context, a *report.MorningAccount) error {
	attempts, err := e.State.LatestAttempts(ctx, a.Behind)
	a.State, a.Cause = "", ""
	for _, t := range attempts {
		if t.Reconciliation == a.Name && t.State != state.Done && t.State != state.Already {
			a.State, a.Cause = report.State(t.State), t.Message
		}
	}
	return err
}

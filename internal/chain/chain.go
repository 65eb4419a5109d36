// Package chain is the day as a function of its inputs: which days a
// reconciliation still owes, and one day from its files to its publication.
// It reads no clock and prints nothing.
package chain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"recon/ingest"
	"recon/internal/archive"
	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
)

// Engine runs days. Its fields are set once.
type Engine struct {
	Config  *config.Config
	State   *state.State
	Formats []ingest.Format
	Now     time.Time
	RunID   int64
	Version string // of the engine, stored with each day

	DryRun   bool              // work everything out, leave no trace
	AllowGap bool              // a day whose day before was never run may be run
	Restate  bool              // work the days out again with the rules as they are now
	Accept   map[string]Accept // by reconciliation or source: publish although unusual
	Progress func(bytes, rows int64)
	Stage    func(reconciliation string, date calendar.Date, stage string)
}

// Accept is a person's word that an unusual file or day is right.
type Accept struct{ By, Why string }

// Run works out the days of one reconciliation, in order, after it has finished
// what an earlier run left undone. It stops at the first day that cannot be
// published; the days after that are blocked.
func (e *Engine) Run(ctx context.Context, rec *config.Reconciliation, days []calendar.Date) ([]Outcome, error) {
	outcomes, err := e.cascade(ctx, rec, calendar.Date(-1<<31), days)
	if err != nil {
		return outcomes, err
	}
	for _, date := range days {
		o, err := e.Try(ctx, rec, date)
		if err != nil {
			return outcomes, err
		}
		outcomes = append(outcomes, o)
		if !o.Reconciled() {
			break
		}
		later, err := e.cascade(ctx, rec, date, days)
		outcomes = append(outcomes, later...)
		if err != nil {
			return outcomes, err
		}
	}
	return outcomes, nil
}

// cascade runs again, in order, every day of the chain after a date whose
// stored inputs are no longer what they would be today, files apart. Days that
// the caller is about to run anyway are left to it.
func (e *Engine) cascade(ctx context.Context, rec *config.Reconciliation, after calendar.Date, asked []calendar.Date) ([]Outcome, error) {
	first, last, ok, err := e.State.Through(ctx, rec.Name)
	if err != nil || !ok || e.DryRun {
		return nil, err
	}
	days, err := e.State.Days(ctx, rec.Name, max(first, after+1), last)
	if err != nil || len(days) == 0 {
		return nil, err
	}
	// One book serves all days; it is read again when a day changed.
	b, err := e.readBook(ctx, rec.Name, first, last)
	if err != nil {
		return nil, err
	}
	closures, err := e.State.Closures(ctx, rec.Name, last)
	if err != nil {
		return nil, err
	}
	var outcomes []Outcome
	for i, day := range days {
		l := &link{rec: rec, date: day.Date}
		if l.previous, err = e.carriedBy(ctx, days[:i], day); err != nil {
			return outcomes, err
		}
		if slices.Contains(asked, day.Date) || !stale(l, day, b, closures) {
			continue
		}
		o, err := e.Try(ctx, rec, day.Date)
		if err != nil {
			return outcomes, err
		}
		outcomes = append(outcomes, o)
		if !o.Reconciled() {
			break
		}
		if b, err = e.readBook(ctx, rec.Name, first, last); err != nil {
			return outcomes, err
		}
	}
	return outcomes, nil
}

// carriedBy is the day that a stored day carries forward, nil for the first of a
// chain; before are the days before it as far as they are read.
func (e *Engine) carriedBy(ctx context.Context, before []state.Day, day state.Day) (*state.Day, error) {
	switch {
	case day.Opening:
		return nil, nil
	case len(before) > 0:
		return &before[len(before)-1], nil
	}
	previous, ok, err := e.State.DayBefore(ctx, day.Reconciliation, day.Date)
	if err != nil || !ok {
		return nil, err
	}
	return &previous, nil
}

// stale reports whether a stored day no longer follows from the days before it
// and from people's closures.
func stale(l *link, day state.Day, b book, closures []state.Decision) bool {
	in := chainInputs(l, b, closures)
	in.Files = day.Inputs.Files
	return inputDigest(in) != day.InputDigest
}

// Try runs one day and stores what came of it. Only trouble that is nobody's
// file or setting is an error.
func (e *Engine) Try(ctx context.Context, rec *config.Reconciliation, date calendar.Date) (Outcome, error) {
	o, err := e.Day(ctx, rec, date)
	var stopped *Stop
	if errors.As(err, &stopped) {
		o.Reconciliation, o.Date, o.State, o.Stop = rec.Name, date, stopped.State, stopped
		if latest, known, err := e.State.LatestDay(ctx, rec.Name, date); err == nil && known {
			o.Version = latest.Version
		}
		err = nil
		return o, e.record(ctx, o)
	}
	if err != nil {
		return o, fmt.Errorf("%s %s: %w", rec.Name, date, err)
	}
	return o, e.record(ctx, o)
}

func (e *Engine) record(ctx context.Context, o Outcome) error {
	if e.DryRun {
		return nil
	}
	a := state.Attempt{Reconciliation: o.Reconciliation, Date: o.Date, RunID: e.RunID, State: o.State, At: e.Now}
	if o.Stop != nil {
		a.Message, a.Faults = o.Stop.Cause, o.Stop.Faults
	}
	return e.State.RecordAttempt(ctx, a)
}

// Owed returns the days of a reconciliation that are due by until and not done,
// in order, after the days of the last weeks for which a file came since they
// were done. A chain that does not exist yet starts at the first day that was
// ever tried, or at until.
func (e *Engine) Owed(ctx context.Context, rec *config.Reconciliation, until calendar.Date) ([]calendar.Date, error) {
	_, last, ok, err := e.State.Through(ctx, rec.Name)
	if err != nil {
		return nil, err
	}
	if ok {
		replaced, err := e.replaced(ctx, rec, last)
		return append(replaced, e.Expected(rec, last+1, until)...), err
	}
	from := until
	tried, known, err := e.State.FirstAttempt(ctx, rec.Name)
	if known {
		from = min(tried, until)
	}
	return e.Expected(rec, from, until), err
}

// replaced are the done days, as far back as the history is read, whose folders
// hold a file that is newer than the day.
func (e *Engine) replaced(ctx context.Context, rec *config.Reconciliation, last calendar.Date) ([]calendar.Date, error) {
	done, err := e.State.Days(ctx, rec.Name, last-historyDays, last)
	if err != nil {
		return nil, err
	}
	since := map[calendar.Date]time.Time{}
	for _, day := range done {
		since[day.Date] = day.CommittedAt
	}
	var dates []calendar.Date
	for _, src := range e.sources(rec) {
		newer, err := archive.Newer(e.Config.Home, src, since)
		if err != nil {
			return nil, err
		}
		dates = append(dates, newer...)
	}
	return sortedUnique(dates), nil
}

// expected reports whether a provider sends a statement for a date.
func (e *Engine) expected(rec *config.Reconciliation, date calendar.Date) bool {
	for _, name := range rec.Statement {
		if src := e.Config.Source(name); src != nil && src.ExpectedOn(date) {
			return true
		}
	}
	return false
}

func (e *Engine) stage(rec *config.Reconciliation, date calendar.Date, name string) {
	if e.Stage != nil {
		e.Stage(rec.Name, date, name)
	}
}

package chain

import (
	"context"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
)

// link is a day's place in its reconciliation's chain.
type link struct {
	rec      *config.Reconciliation
	date     calendar.Date
	previous *state.Day // the day it carries forward; nil on the first day
	latest   *state.Day // its own latest version, if it was ever published
	opening  bool
	gap      bool
}

// link finds a day's place, and refuses a day that has none: its day before is
// not done, or it lies before the chain's start.
func (e *Engine) link(ctx context.Context, rec *config.Reconciliation, date calendar.Date) (*link, error) {
	l := &link{rec: rec, date: date}
	if latest, known, err := e.State.LatestDay(ctx, rec.Name, date); err != nil {
		return nil, err
	} else if known {
		l.latest = &latest
		l.opening, l.gap = latest.Opening, latest.Gap
	}
	first, last, started, err := e.State.Through(ctx, rec.Name)
	if err != nil {
		return nil, err
	}
	if !started || (l.latest != nil && l.latest.Opening) {
		l.opening = true
		return l, nil
	}
	if date < first {
		return nil, stop(state.Blocked, "%s starts on %s: a day before the start of its chain cannot be run", rec.Name, first)
	}
	previous, _, err := e.State.DayBefore(ctx, rec.Name, date)
	if err != nil {
		return nil, err
	}
	l.previous = &previous
	if missing := e.firstMissing(rec, l.previous.Date, date); missing < date && l.latest == nil {
		if !e.AllowGap {
			return nil, stop(state.Blocked, "%s is reconciled through %s: run %s first (--until %s does every day in order), or leave it out with --allow-gap",
				rec.Name, last, missing, date)
		}
		l.gap = true
	}
	return l, nil
}

// firstMissing is the first expected day between two days of a chain, or date.
func (e *Engine) firstMissing(rec *config.Reconciliation, previous, date calendar.Date) calendar.Date {
	for d := previous + 1; d < date; d++ {
		if e.expected(rec, d) {
			return d
		}
	}
	return date
}

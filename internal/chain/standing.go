package chain

import (
	"context"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
	"recon/report"
)

// Standing is how far a reconciliation is at an instant, for whoever watches
// over it.
type Standing struct {
	Name    string
	Started bool            // there is a first day
	Through calendar.Date   // reconciled through, once it is started
	Behind  []calendar.Date // expected after Through, whose files should all be here by now
	Next    calendar.Date   // the first expected day after Through
	Ready   time.Time       // from when the files of Next can all be expected
	LastTry *state.Attempt  // at Next, if there was one; what it says is why it is not done

	// Of the day Through.
	Version   int64
	Matched   int64            // matches made
	Open      map[string]int64 // breaks at its end by reason, zeros too
	OpenMinor map[string]int64 // their money without sign, by currency, without pending
	Rows      map[string]int64 // read, by side
}

// Standing says how far a reconciliation is now. Before its first day
// every day is owed from the first that was ever tried on, or from yesterday.
func (e *Engine) Standing(ctx context.Context, rec *config.Reconciliation) (Standing, error) {
	s := Standing{Name: rec.Name, Rows: map[string]int64{}}
	_, last, started, err := e.State.Through(ctx, rec.Name)
	if err != nil {
		return s, err
	}
	if started {
		if err := e.standingOn(ctx, &s, last); err != nil {
			return s, err
		}
	}
	first, err := e.firstOwed(ctx, rec, last, started)
	if err != nil {
		return s, err
	}
	s.Next = e.Next(rec, first-1)
	s.Ready = e.readyAt(rec, s.Next)
	for d := s.Next; !e.Now.Before(e.readyAt(rec, d)); d = e.Next(rec, d) {
		s.Behind = append(s.Behind, d)
	}
	s.LastTry, err = e.tryAt(ctx, rec.Name, s.Next)
	return s, err
}

// standingOn fills in the figures of the last day.
func (e *Engine) standingOn(ctx context.Context, s *Standing, date calendar.Date) error {
	s.Started, s.Through = true, date
	day, _, err := e.State.LatestDay(ctx, s.Name, date)
	if err != nil {
		return err
	}
	summary, err := parseSummary(day.Summary)
	if err != nil {
		return err
	}
	s.Version, s.Matched, s.Open, s.OpenMinor = day.Version, summary.Counts.Matched, byReason(summary.Counts), summary.OpenMinor
	for _, f := range summary.Files {
		s.Rows[f.Side] += f.Rows
	}
	return nil
}

func byReason(c report.Counts) map[string]int64 {
	return map[string]int64{"duplicate": c.Duplicate, "ambiguous": c.Ambiguous, "status": c.Status, "currency": c.Currency,
		"amount": c.Amount, "fee": c.Fee, "pending": c.Pending, "missing": c.Missing, "extra": c.Extra}
}

// firstOwed is the first day that can be owed.
func (e *Engine) firstOwed(ctx context.Context, rec *config.Reconciliation, last calendar.Date, started bool) (calendar.Date, error) {
	if started {
		return last + 1, nil
	}
	yesterday := calendar.Of(e.Now.In(e.Zone(rec)).Date()) - 1
	tried, known, err := e.State.FirstAttempt(ctx, rec.Name)
	if known {
		return tried, err
	}
	return yesterday, err
}

// readyAt is the instant from which all files of a day can be expected.
func (e *Engine) readyAt(rec *config.Reconciliation, date calendar.Date) (latest time.Time) {
	for _, src := range e.awaited(rec, date) {
		if at := src.ReadyAt(date); at.After(latest) {
			latest = at
		}
	}
	return latest
}

func (e *Engine) tryAt(ctx context.Context, name string, date calendar.Date) (*state.Attempt, error) {
	attempts, err := e.State.LatestAttempts(ctx, date)
	for i := range attempts {
		if attempts[i].Reconciliation == name {
			return &attempts[i], err
		}
	}
	return nil, err
}

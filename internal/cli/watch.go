package cli

import (
	"context"
	"log/slog"
	"time"

	"recon/internal/calendar"
	"recon/internal/chain"
	"recon/internal/health"
	"recon/internal/telemetry"
)

// follow begins to follow a session that may write: log lines, spans, and the
// times that its metrics say at the end.
func (s *session) follow(ctx context.Context) (err error) {
	s.watch, err = telemetry.Begin(ctx, telemetry.Options{Command: command(), Engine: engineVersion(), RunID: s.engine.RunID,
		Log: slog.Default(), Traces: s.cfg.Telemetry.Traces, Now: time.Now})
	if err == nil {
		s.engine.Stage = func(reconciliation string, date calendar.Date, stage string) {
			s.watch.Stage(reconciliation, date.String(), stage)
		}
	}
	return err
}

// tell says what became of days.
func (s *session) tell(outcomes []chain.Outcome) {
	if s.watch == nil {
		return // a dry run leaves no trace
	}
	for _, o := range outcomes {
		cause := ""
		if o.Stop != nil {
			cause = o.Stop.Cause
		}
		s.watch.Outcome(o.Reconciliation, o.Date.String(), o.State, cause)
	}
}

// leave ends what follow began. Trouble with metrics is said and does not make
// a good run a bad one: what was published is published.
func (s *session) leave(ctx context.Context, code int) {
	s.watch.End(ctx, code, outcomeWord(code))
	if s.cfg.Telemetry.Metrics == "" {
		return
	}
	facts, err := s.facts(context.WithoutCancel(ctx))
	if err == nil {
		err = health.WriteMetrics(s.cfg.Telemetry.Metrics, facts)
	}
	if err != nil {
		slog.Warn("metrics were not written", "cause", err.Error())
	}
}

// metricPeriods is how many periods back metrics speak of payouts.
const metricPeriods = 4

func (s *session) facts(ctx context.Context) (f health.Facts, err error) {
	f = health.Facts{Stages: s.watch.Stages(), Now: s.app.end()}
	if f.Run, err = s.state.RunByID(ctx, s.engine.RunID); err != nil {
		return f, err
	}
	if f.Waiting, err = s.state.CountWaiting(ctx); err != nil {
		return f, err
	}
	// The period that is not over has no payouts yet.
	last := calendar.MonthOf(calendar.Of(f.Now.UTC().Date())).Previous()
	if f.Payouts, err = s.engine.PayoutTotals(ctx, last-metricPeriods+1, last); err != nil {
		return f, err
	}
	for i := range s.cfg.Reconciliations {
		standing, err := s.engine.Standing(ctx, &s.cfg.Reconciliations[i])
		if err != nil {
			return f, err
		}
		f.Standings = append(f.Standings, standing)
	}
	return f, nil
}

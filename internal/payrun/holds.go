package payrun

import (
	"context"
	"fmt"
	"strings"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
)

// takeHolds finds, for every reconciliation, the version of the period's last
// business day. One that is not reconciled through it stops the batch unless
// it is excepted; then its entries are held instead.
func (e *Engine) takeHolds(ctx context.Context, m *making) error {
	var behind []string
	for i := range e.Config.Reconciliations {
		rec := &e.Config.Reconciliations[i]
		day := lastDay(e.Config, rec, m.period)
		hold, through, err := e.holdOf(ctx, rec.Name, day)
		if err != nil {
			return err
		}
		switch {
		case hold != nil:
			m.holds = append(m.holds, *hold)
		case !m.isExcepted(rec.Name):
			behind = append(behind, fmt.Sprintf("%s: reconciled through %s, wanted %s", rec.Name, through, day))
		}
	}
	if len(behind) == 0 {
		return nil
	}
	return &Stop{Kind: NotReady, Faults: behind, Cause: fmt.Sprintf(
		"period %s is not reconciled to its end; run recon run --until %s first, or go on without: --except NAME --by WHO --why TEXT holds the entries of that reconciliation", m.period, m.period.Last())}
}

func (m *making) isExcepted(name string) bool {
	for _, x := range m.except {
		if x.Name == name {
			return true
		}
	}
	return false
}

// lastDay is the last business day of a period for which a reconciliation
// expects a statement.
func lastDay(cfg *config.Config, rec *config.Reconciliation, period calendar.Month) calendar.Date {
	for day := period.Last(); day >= period.First(); day-- {
		for _, name := range rec.Statement {
			if cfg.Source(name).ExpectedOn(day) {
				return day
			}
		}
	}
	return period.Last()
}

// holdOf is the version of a reconciliation's day, nil when the chain does not
// reach it; through says how far it reaches.
func (e *Engine) holdOf(ctx context.Context, name string, day calendar.Date) (hold *Hold, through string, err error) {
	_, last, known, err := e.State.Through(ctx, name)
	if err != nil || !known {
		return nil, "no day yet", err
	}
	if last < day {
		return nil, last.String(), nil
	}
	d, known, err := e.State.LatestDay(ctx, name, day)
	if err != nil || !known {
		return nil, "a later day, but " + day.String() + " was left out", err
	}
	return &Hold{Reconciliation: name, Date: day, Version: d.Version}, day.String(), nil
}

// fillHolds shows the open breaks of the held days, and the order references
// of the reconciliations that are in order when another one is excepted.
func (e *Engine) fillHolds(ctx context.Context, m *making) error {
	for _, h := range m.holds {
		rows, err := e.State.ManifestOf(ctx, state.DayKey{Reconciliation: h.Reconciliation, Date: h.Date, Version: h.Version})
		if err != nil {
			return err
		}
		query := `insert into hold_ref select distinct b.order_ref, ?, b.reason, b.break_id
from read_parquet(?) as b where b.order_ref <> '' and b.reason <> 'pending' and b.reason <> 'fee'`
		for _, r := range rows {
			if r.Table != "break" {
				continue
			}
			if err := m.ws.Exec(ctx, query, h.Reconciliation, e.home(r.Path)); err != nil {
				return fmt.Errorf("breaks of %s %s: %w", h.Reconciliation, h.Date, err)
			}
		}
	}
	if len(m.except) == 0 {
		return nil
	}
	return e.fillKnown(ctx, m)
}

// fillKnown lists the order references that reconciliations in order have seen.
func (e *Engine) fillKnown(ctx context.Context, m *making) error {
	for _, h := range m.holds {
		if m.isExcepted(h.Reconciliation) {
			continue
		}
		rows, err := e.State.Current(ctx, "entry", h.Reconciliation, calendar.Of(1970, 1, 1), h.Date)
		if err != nil {
			return err
		}
		var files []string
		for _, r := range rows {
			files = append(files, "'"+strings.ReplaceAll(e.home(r.Path), "'", "''")+"'")
		}
		if len(files) == 0 {
			continue
		}
		query := "insert into unreconciled_ok select distinct t.order_ref from read_parquet([" + strings.Join(files, ", ") + "]) as t where t.order_ref <> ''"
		if err := m.ws.Exec(ctx, query); err != nil {
			return fmt.Errorf("entries of %s: %w", h.Reconciliation, err)
		}
	}
	return nil
}

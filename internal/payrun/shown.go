package payrun

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"

	"recon/internal/disk"
	"recon/report"
)

// Restated counts the changed entries that nobody accepted.
func (r Result) Restated() int64 {
	if r.Batch.Complete == nil {
		return r.Summary.Restated
	}
	s, err := summaryOf(r.Batch)
	if err != nil {
		return r.Summary.Restated
	}
	return s.Restated
}

// Shown is what a call of Settle came to: a stored batch as it is now, a dry
// run from the plan alone.
func (e *Engine) Shown(ctx context.Context, r Result) (*report.Settlement, func() error, error) {
	if r.Already { // its reports say what was so when they were written first
		if err := e.forget(); err != nil {
			return nil, nil, err
		}
	}
	if e.told != nil && e.told.batchID == r.Batch.ID {
		return e.told.model, e.forget, nil
	}
	if r.plan == nil {
		return e.modelNow(ctx, r.Batch.ID)
	}
	s, err := e.planModel(ctx, r.plan)
	return s, r.plan.close, err
}

// planModel shows a plan that is stored nowhere.
func (e *Engine) planModel(ctx context.Context, m *making) (*report.Settlement, error) {
	s := m.facts(e)
	s.State, s.DryRun, s.Files = report.BatchDraft, true, report.SettleFiles{}
	m.addSummary(s, batchSummary{Summary: m.summary, Confirmed: m.ask.ConfirmTotal, Funding: m.funding, Warnings: m.warnings, Remarks: m.remarks})
	if err := e.fillPrevious(s, m); err != nil {
		return nil, err
	}
	var err error
	if s.Totals, err = gather(ctx, m.ws, `select currency, count(*), sum(amount_minor)::bigint, count(*) filter (status = 'review'),
 coalesce(sum(amount_minor) filter (status = 'review'), 0)::bigint, max(amount_minor) from payout_plan group by currency order by currency`,
		func(rows *sql.Rows) (t report.BatchTotal, err error) {
			return t, rows.Scan(&t.Currency, &t.Payouts, &t.AmountMinor, &t.ReviewCount, &t.ReviewMinor, &t.LargestMinor)
		}); err != nil {
		return nil, err
	}
	if s.Skips, err = gather(ctx, m.ws, `select reason, currency, count(*), sum(amount_minor)::bigint from skip_plan group by reason, currency order by reason, currency`,
		func(rows *sql.Rows) (t report.SkippedTotal, err error) {
			return t, rows.Scan(&t.Reason, &t.Currency, &t.Count, &t.AmountMinor)
		}); err != nil {
		return nil, err
	}
	s.Payouts, s.Skipped, s.Destinations = m.plannedPayouts(ctx), m.plannedSkips(ctx), report.Rows[report.DestinationRow](nil)
	return s, fillPlan(ctx, s, m.ws)
}

func (m *making) plannedPayouts(ctx context.Context) iter.Seq2[report.PayoutRow, error] {
	query := `select 'monthly-payout:' || p.payee || ':' || r.period || ':' || p.currency as payout_key, p.payee, p.currency, p.amount_minor, p.rail, p.status, p.why, p.last_four
from payout_plan as p cross join settle_run as r order by payout_key`
	return stream(ctx, m.ws, query, func(rows *sql.Rows) (r report.PayoutRow, err error) {
		return r, rows.Scan(&r.PayoutKey, &r.Payee, &r.Currency, &r.AmountMinor, &r.Rail, &r.Status, &r.Why, &r.LastFour)
	})
}

func (m *making) plannedSkips(ctx context.Context) iter.Seq2[report.SkipRow, error] {
	return stream(ctx, m.ws, "select payee, currency, reason, amount_minor, detail from skip_plan order by payee, currency", func(rows *sql.Rows) (r report.SkipRow, err error) {
		return r, rows.Scan(&r.Payee, &r.Currency, &r.Reason, &r.AmountMinor, &r.Detail)
	})
}

// ReportStop writes a report that says why there is no batch, unless the
// period has one. A mistake in the call gets none, nor does an interruption.
func (e *Engine) ReportStop(ctx context.Context, ask Ask, cause error) error {
	why := e.stopOf(cause)
	if e.DryRun || why == nil || ctx.Err() != nil {
		return nil
	}
	parts, err := e.liveParts(ctx, ask.Period)
	if err != nil || len(parts) > 0 {
		return err
	}
	m := &making{ask: ask, period: ask.Period, part: 1, settings: e.settings(), startAt: ask.Period.Previous().Cutoff(e.settings().Location()),
		cutoff: ask.Period.Cutoff(e.settings().Location()), asOf: e.Now, except: ask.Except}
	s := m.facts(e)
	s.Files = report.SettleFiles{ReportHTML: s.Files.ReportHTML}
	s.Stop = why
	if err := e.write(s); err != nil {
		return fmt.Errorf("report of the stop: %w", disk.Explain(e.Config.Home, err))
	}
	return nil
}

// stopOf is what the report says of an error; nil for a mistake in the call. A
// report names no folder of this machine.
func (e *Engine) stopOf(cause error) *report.BatchStop {
	var stop *Stop
	switch {
	case !errors.As(cause, &stop):
		return &report.BatchStop{State: report.Failed, Cause: strings.ReplaceAll(cause.Error(), e.home("")+string(filepath.Separator), "")}
	case stop.Kind == Misused:
		return nil
	case stop.Kind == NotReady:
		return &report.BatchStop{State: report.NotReady, Cause: stop.Cause, Faults: stop.Faults, MoreFaults: stop.More}
	}
	return &report.BatchStop{State: report.Refused, Cause: stop.Cause, Faults: stop.Faults, MoreFaults: stop.More}
}

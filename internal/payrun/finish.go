package payrun

import (
	"context"
	"fmt"
	"slices"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/internal/stop"
)

// finish does what is left of a complete batch: files for the banks, tables,
// reports. What is done already stays as it is. m may be nil.
func (e *Engine) finish(ctx context.Context, b state.Batch, m *making) error {
	if e.DryRun {
		return nil
	}
	if m == nil {
		if err := e.settleTables(ctx, b, nil); err != nil {
			return err
		}
	}
	if err := e.placeLeft(ctx, b, true); err != nil {
		return err
	}
	if err := e.submit(ctx, b, m); err != nil {
		return err
	}
	if m != nil {
		m.payees = nil // nothing reads them any more, and publishing and reporting need the memory
	}
	if err := e.publishNew(ctx, b, m); err != nil {
		return err
	}
	if m != nil {
		if err := m.close(); err != nil {
			return err
		}
	}
	return e.report(ctx, b)
}

// finishParts makes and delivers the files that other parts of the period still
// lack: those of a batch that has a supplement have no other command.
func (e *Engine) finishParts(ctx context.Context, period calendar.Month, but state.Batch) error {
	if e.DryRun {
		return nil
	}
	parts, err := e.liveParts(ctx, period)
	if err != nil {
		return err
	}
	for _, b := range parts {
		if b.No == but.No || b.Complete == nil {
			continue
		}
		if err := e.placeLeft(ctx, b, true); err != nil {
			return err
		}
		if err := e.submit(ctx, b, nil); err != nil {
			return err
		}
	}
	return nil
}

// fresh are the payouts of a batch that was just made, as they were published.
// Its reports show the same ones, and reading them takes seconds.
type fresh struct {
	batchNo  int64
	attempts []state.PayoutAttempt
}

// reported are the payouts of a batch as its reports show them: as they were
// when the reports were first written.
func (e *Engine) reported(ctx context.Context, b state.Batch) ([]state.PayoutAttempt, error) {
	if e.fresh != nil && e.fresh.batchNo == b.No && e.fresh.attempts != nil {
		attempts := e.fresh.attempts
		e.fresh = nil
		return attempts, nil
	}
	attempts, err := e.State.AttemptsAsOf(ctx, b.No, b.ReportedSeq)
	if err != nil {
		return nil, err
	}
	return attempts, e.addFiles(ctx, b, attempts)
}

// publishNew publishes a batch that was just made with all its tables at once,
// and then what else there is to publish.
func (e *Engine) publishNew(ctx context.Context, b state.Batch, m *making) error {
	if m == nil {
		return e.Publish(ctx)
	}
	through, err := e.State.SettlePublished(ctx)
	if err != nil {
		return err
	}
	touched, now, err := e.State.BatchesSince(ctx, through)
	if err != nil {
		return err
	}
	e.fresh = &fresh{batchNo: b.No}
	if err := e.settleTables(ctx, b, m); err != nil {
		return err
	}
	if slices.ContainsFunc(touched, func(t state.Batch) bool { return t.No != b.No }) {
		return e.Publish(ctx)
	}
	return e.State.MarkSettlePublished(ctx, now, e.Now)
}

// settleTables publishes the plan's tables of a batch that has none published,
// before anything else can happen to it. A run that was killed between
// completion and publication worked them out for nothing; they are worked out
// again and must lead to the same batch.
func (e *Engine) settleTables(ctx context.Context, b state.Batch, m *making) error {
	key, err := dayKey(b)
	if err != nil {
		return err
	}
	latest, _, err := e.State.LatestDay(ctx, key.Reconciliation, key.Date)
	if err != nil {
		return err
	}
	was, err := publicationOf(latest)
	if err != nil || was.BatchNo == b.No {
		return err
	}
	if m == nil {
		if m, err = e.remake(ctx, b); err != nil {
			return err
		}
		defer m.close()
	}
	return e.publish(ctx, b, m)
}

// remake works a complete batch's plan out again from its row.
func (e *Engine) remake(ctx context.Context, b state.Batch) (*making, error) {
	m, err := e.resume(ctx, b)
	if err != nil {
		return nil, err
	}
	if err := e.work(ctx, m); err != nil {
		return nil, err
	}
	s, err := summaryOf(b)
	if err != nil {
		return nil, err
	}
	if m.summary.Payouts != s.Payouts || fmt.Sprint(m.summary.Totals) != fmt.Sprint(s.Totals) || fmt.Sprint(m.summary.Skipped) != fmt.Sprint(s.Skipped) {
		return nil, fmt.Errorf("batch %s: worked out again it is another one: %d payouts, wanted %d; an archived file or a version was changed", b.ID, m.summary.Payouts, s.Payouts)
	}
	return m, nil
}

// placeLeft gives names to files that a killed run stored and did not place,
// sets those aside that it took back, and delivers the others when that is
// asked for.
func (e *Engine) placeLeft(ctx context.Context, b state.Batch, deliver bool) error {
	subs, err := e.State.Submissions(ctx, b.No)
	if err != nil {
		return err
	}
	var s *submitting
	for _, sub := range subs {
		if sub.State == state.SubmissionVoid || sub.State == state.SubmissionRedated {
			if deliver && sub.State == state.SubmissionRedated {
				if err := e.withdrawRedated(ctx, sub); err != nil {
					return err
				}
			}
			if err := e.setAside(sub, sub.State); err != nil {
				return err
			}
			continue
		}
		if s == nil {
			if s, err = e.submitting(b, nil); err != nil {
				return err
			}
		}
		if !sub.Placed {
			if err := s.place(ctx, sub); err != nil {
				return err
			}
		}
		if deliver {
			if err := s.deliver(ctx, sub); err != nil {
				return err
			}
		}
	}
	return nil
}

// Publish brings the tables of every batch up to what the state says. Every
// command that changed something ends with it, and every one begins with it in
// case the one before was killed.
func (e *Engine) Publish(ctx context.Context) error {
	through, err := e.State.SettlePublished(ctx)
	if err != nil {
		return err
	}
	touched, now, err := e.State.BatchesSince(ctx, through)
	if err != nil || len(touched) == 0 {
		return err
	}
	for _, b := range touched {
		if superseded, err := e.isSuperseded(ctx, b); err != nil || superseded {
			if err != nil {
				return err
			}
			continue
		}
		if b.Complete != nil && b.Discarded == nil {
			if err := e.settleTables(ctx, b, nil); err != nil {
				return err
			}
		}
		if err := e.publish(ctx, b, nil); err != nil {
			return err
		}
	}
	return e.State.MarkSettlePublished(ctx, now, e.Now)
}

// isSuperseded reports whether a discarded draft has a live one in its place,
// under whose name the tables are published.
func (e *Engine) isSuperseded(ctx context.Context, b state.Batch) (bool, error) {
	if b.Complete == nil && b.Discarded == nil {
		return true, nil // nothing of it is published before it is complete
	}
	live, known, err := e.State.LiveBatch(ctx, b.Period, b.Part)
	return known && live.No != b.No && live.Complete != nil, err
}

// Recover finishes what a killed run left of the batches: tables, names of
// files, reports. It does not go on with a batch that is not complete, and
// delivers nothing: a folder outside that is gone must not keep anybody from
// reading a bank's answers. Files that are not delivered stay unsent, which is
// an alarm, and settle --period delivers them.
func (e *Engine) Recover(ctx context.Context) error {
	all, err := e.State.BatchRows(ctx)
	if err != nil {
		return err
	}
	for _, b := range all {
		if b.Complete == nil || b.Discarded != nil {
			continue
		}
		if err := e.settleTables(ctx, b, nil); err != nil {
			return err
		}
		if err := e.placeLeft(ctx, b, false); err != nil {
			return err
		}
	}
	if err := e.Publish(ctx); err != nil {
		return err
	}
	return e.reportAll(ctx, all)
}

// reportAll writes the reports that are missing. Half of them can be missing of
// the last batch only, because every command begins here.
func (e *Engine) reportAll(ctx context.Context, all []state.Batch) error {
	all = slices.DeleteFunc(all, func(b state.Batch) bool { return b.Complete == nil || b.Discarded != nil })
	for i, b := range all {
		if b.Reported && (i+1 < len(all) || e.hasReports(b)) {
			continue
		}
		if err := e.reportLeft(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// reportLeft writes the reports that a killed run did not. A batch without
// approval is first reported when its files are made, because its reports name
// them; settle --period makes what is missing.
func (e *Engine) reportLeft(ctx context.Context, b state.Batch) error {
	if !b.ApprovalRequired && !b.Reported {
		waiting, err := e.State.ApprovedAttempts(ctx, b.No)
		if err != nil || len(waiting) > 0 {
			return err
		}
	}
	return e.report(ctx, b)
}

// report writes a batch's reports: once, showing the batch as it was then. The
// same reports written again are the same bytes.
func (e *Engine) report(ctx context.Context, b state.Batch) error {
	if err := e.State.MarkReportedNow(ctx, b.No, e.Now); err != nil {
		return err
	}
	b, err := e.State.BatchRow(ctx, b.No)
	if err != nil {
		return err
	}
	if err := e.writeReports(ctx, b); err != nil {
		return err
	}
	stop.At(stop.BatchReported)
	return nil
}

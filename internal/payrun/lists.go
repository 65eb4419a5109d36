package payrun

import (
	"context"
	"sort"

	"recon/internal/state"
	"recon/report"
)

// BatchLines are all batches as they are now, the newest first.
func (e *Engine) BatchLines(ctx context.Context) ([]report.BatchLine, error) {
	all, err := e.State.Batches(ctx)
	if err != nil {
		return nil, err
	}
	alarms, err := e.Alarms(ctx)
	if err != nil {
		return nil, err
	}
	lines := []report.BatchLine{}
	for i := len(all) - 1; i >= 0; i-- {
		line, err := e.batchLine(ctx, all[i])
		if err != nil {
			return nil, err
		}
		line.Alarms = int64(len(alarms[all[i].ID]))
		lines = append(lines, line)
	}
	return lines, nil
}

func (e *Engine) batchLine(ctx context.Context, b state.Batch) (report.BatchLine, error) {
	line := report.BatchLine{BatchID: b.ID, Period: b.Period, State: report.BatchState(b.State), ApprovalRequired: b.ApprovalRequired,
		TotalMinor: map[string]int64{}, PaidMinor: map[string]int64{}, OpenMinor: map[string]int64{}, BackMinor: map[string]int64{}}
	attempts, err := e.latestAttempts(ctx, b)
	if err != nil {
		return line, err
	}
	for _, a := range attempts {
		line.Payouts++
		line.TotalMinor[a.Currency] += a.AmountMinor
		switch a.State {
		case state.PayoutPaid:
			line.PaidMinor[a.Currency] += a.AmountMinor
		case state.PayoutFailed, state.PayoutCancelled, state.PayoutReturned:
			line.BackMinor[a.Currency] += a.AmountMinor
		default:
			line.OpenMinor[a.Currency] += a.AmountMinor
		}
	}
	return line, nil
}

// PayoutLines are the payouts of a batch as they are now, those of some states
// only when any are named.
func (e *Engine) PayoutLines(ctx context.Context, id string, states ...string) ([]report.PayoutLine, error) {
	b, err := e.batch(ctx, id)
	if err != nil {
		return nil, err
	}
	attempts, err := e.latestAttempts(ctx, b)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, s := range states {
		wanted[s] = true
	}
	lines := []report.PayoutLine{}
	for _, a := range attempts {
		if len(wanted) == 0 || wanted[a.State] || a.Unclear && wanted["unclear"] {
			lines = append(lines, payoutLine(a))
		}
	}
	return lines, nil
}

func payoutLine(a state.PayoutAttempt) report.PayoutLine {
	return report.PayoutLine{PayoutKey: a.PayoutKey, Payee: a.Payee, Currency: a.Currency, AmountMinor: a.AmountMinor, Attempt: a.Number,
		State: a.State, Unclear: a.Unclear, Rail: a.Rail, RailRef: a.RailRef, File: a.Path, LastFour: a.LastFour, Since: a.StateAt}
}

// ShowPayout is everything about one payout, named by key or rail reference.
func (e *Engine) ShowPayout(ctx context.Context, key string) (report.PayoutShown, error) {
	last, err := e.lastAttempt(ctx, key)
	if err != nil {
		return report.PayoutShown{}, err
	}
	shown := report.PayoutShown{PayoutLine: payoutLine(last), BatchID: last.BatchID, Why: last.Why}
	all, err := e.State.AttemptsByKey(ctx, last.PayoutKey)
	if err != nil {
		return shown, err
	}
	for _, a := range all {
		events, err := e.State.EventsOfAttempt(ctx, a.No)
		if err != nil {
			return shown, err
		}
		for _, v := range events {
			shown.History = append(shown.History, report.PayoutEvent{Attempt: a.Number, From: v.From, To: v.To, Code: v.Code, Reason: v.Reason,
				Evidence: v.Source + " " + v.Evidence, At: v.RecordedAt})
		}
	}
	return shown, nil
}

// ShowBatch is everything about one batch as it is now.
func (e *Engine) ShowBatch(ctx context.Context, id string) (report.BatchShown, error) {
	b, err := e.batch(ctx, id)
	if err != nil {
		return report.BatchShown{}, err
	}
	line, err := e.batchLine(ctx, b)
	if err != nil {
		return report.BatchShown{}, err
	}
	shown := report.BatchShown{BatchLine: line, Cutoff: b.Cutoff, AsOf: b.AsOf, Maker: b.Maker, BatchHash: hashOf(b)}
	if b.Discarded != nil {
		shown.Discard = &report.BatchDiscard{By: b.Discarded.By, Why: b.Discarded.Why, At: b.Discarded.At}
	}
	for _, fill := range []func(context.Context, state.Batch, *report.BatchShown) error{e.showDecisions, e.showOutcomes, e.showSubmissions, e.showAlarms} {
		if err := fill(ctx, b, &shown); err != nil {
			return shown, err
		}
	}
	return shown, nil
}

func (e *Engine) showDecisions(ctx context.Context, b state.Batch, shown *report.BatchShown) error {
	approvals, err := e.State.Approvals(ctx, b.No)
	if err != nil {
		return err
	}
	for _, a := range approvals {
		shown.Approvals = append(shown.Approvals, report.BatchApproval{By: a.By, At: a.At, Scope: a.Scope})
	}
	if b.Complete == nil {
		return nil
	}
	s, err := e.batchFacts(ctx, b)
	if err != nil {
		return err
	}
	shown.Overrides = s.Overrides
	skips, err := e.State.Skips(ctx, b.No)
	shown.Skips = skippedTotals(skips)
	return err
}

func (e *Engine) showOutcomes(ctx context.Context, b state.Batch, shown *report.BatchShown) error {
	attempts, err := e.latestAttempts(ctx, b)
	if err != nil {
		return err
	}
	s := &report.Settlement{}
	fillPayouts(s, attempts)
	shown.Outcomes = s.Outcomes
	return nil
}

func (e *Engine) showSubmissions(ctx context.Context, b state.Batch, shown *report.BatchShown) error {
	subs, err := e.State.Submissions(ctx, b.No)
	if err != nil {
		return err
	}
	for _, sub := range subs {
		shown.Submissions = append(shown.Submissions, report.SubmissionRow{ID: sub.ID, Rail: sub.Rail, File: sub.Path, SHA256: sub.SHA256,
			Currency: sub.Currency, Count: sub.Payouts, SumMinor: sub.SumMinor, Execution: sub.Execution, State: sub.State})
		marks, err := e.State.SubmissionMarks(ctx, sub.ID)
		if err != nil {
			return err
		}
		for _, m := range marks {
			shown.Marks = append(shown.Marks, report.SubmissionMark(m))
		}
	}
	sort.SliceStable(shown.Marks, func(i, j int) bool { return shown.Marks[i].At.Before(shown.Marks[j].At) })
	return nil
}

func (e *Engine) showAlarms(ctx context.Context, b state.Batch, shown *report.BatchShown) error {
	alarms, err := e.Alarms(ctx)
	if err != nil {
		return err
	}
	shown.Alarmed, shown.Alarms = alarms[b.ID], int64(len(alarms[b.ID]))
	attempts, err := e.State.PayoutAttempts(ctx, b.No)
	if err != nil {
		return err
	}
	mine := map[string]bool{}
	for _, a := range attempts {
		mine[a.RailRef] = true
	}
	all, err := e.State.Exceptions(ctx, state.ExceptionFilter{})
	for _, x := range all {
		if mine[x.RailRef] {
			shown.Differences = append(shown.Differences, payoutBreak(x))
		}
	}
	return err
}

func payoutBreak(x state.PayoutException) report.PayoutBreak {
	return report.PayoutBreak{Kind: x.Kind, RailRef: x.RailRef, Code: x.Code, Detail: x.Detail, Currency: x.Currency, AmountMinor: x.AmountMinor,
		Evidence: x.Source + " " + x.Evidence, At: x.RecordedAt}
}

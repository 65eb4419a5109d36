package payrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
)

// begun finds the live batch of what is asked for: the latest part of the
// period, or for a supplement the part that is not yet complete.
func (e *Engine) begun(ctx context.Context, ask Ask) (state.Batch, bool, error) {
	parts, err := e.liveParts(ctx, ask.Period)
	if err != nil || len(parts) == 0 {
		return state.Batch{}, false, err
	}
	last := parts[len(parts)-1]
	if ask.Supplement && last.Complete != nil {
		return state.Batch{}, false, nil
	}
	return last, true, nil
}

// liveParts are the batches of a period that were not discarded, by part.
func (e *Engine) liveParts(ctx context.Context, period calendar.Month) ([]state.Batch, error) {
	all, err := e.State.BatchRows(ctx)
	if err != nil {
		return nil, err
	}
	var parts []state.Batch
	for _, b := range all {
		if b.Period == period.String() && b.Discarded == nil {
			parts = append(parts, b)
		}
	}
	return parts, nil
}

// prepare gathers what the batch follows from: the stored row of one that was
// begun, else what is there now.
func (e *Engine) prepare(ctx context.Context, ask Ask, batch state.Batch, begun bool) (*making, error) {
	if begun {
		return e.resume(ctx, batch)
	}
	m := &making{ask: ask, period: ask.Period, settings: e.settings(), part: 1, except: ask.Except}
	if err := e.mayBegin(ctx, m); err != nil {
		return nil, err
	}
	if err := e.takeInputs(ctx, m); err != nil {
		return nil, err
	}
	return m, e.takeHolds(ctx, m)
}

// mayBegin refuses a period that is not over, lies before the start, or whose
// period before has no complete batch.
func (e *Engine) mayBegin(ctx context.Context, m *making) error {
	zone, start := m.settings.Location(), m.settings.StartMonth()
	m.cutoff = m.period.Cutoff(zone)
	switch {
	case m.period < start:
		return misuse("period %s lies before settle.start %s", m.period, start)
	case m.cutoff.After(e.Now):
		return &Stop{Kind: NotReady, Cause: fmt.Sprintf("period %s ends at %s: run settle after that", m.period, m.cutoff.In(zone).Format(time.RFC3339))}
	}
	if err := errors.Join(e.checkExceptions(m.except), e.checkStart(ctx, start)); err != nil {
		return err
	}
	if err := e.findBefore(ctx, m, start); err != nil {
		return err
	}
	m.startAt = (start - 1).Cutoff(zone)
	if m.before != nil {
		// The first batch fixed the start; a zone that changes later moves neither
		// the start nor a cutoff that was used, so no gap and no overlap opens.
		m.startAt = m.before.StartAt
		if !m.cutoff.After(m.before.Cutoff) && m.part == 1 {
			return refuse("period %s ends at %s in zone %s, not after the cutoff %s of batch %s: the settlement zone was changed too far",
				m.period, m.cutoff.Format(time.RFC3339), m.settings.Zone, m.before.Cutoff.Format(time.RFC3339), m.before.ID)
		}
	}
	return nil
}

func (e *Engine) checkExceptions(list []Exception) error {
	for _, x := range list {
		if e.Config.Reconciliation(x.Name) == nil {
			return misuse("--except %q: there is no reconciliation of that name", x.Name)
		}
	}
	return nil
}

// firstBatch is the batch that everything began with; false before there is one.
func (e *Engine) firstBatch(ctx context.Context) (first state.Batch, found bool, err error) {
	all, err := e.State.BatchRows(ctx)
	for _, b := range all {
		if b.Discarded == nil && (!found || b.Period < first.Period) {
			first, found = b, true
		}
	}
	return first, found, err
}

// checkStart refuses another start than the first batch was made with: entries
// would count again, or never.
func (e *Engine) checkStart(ctx context.Context, start calendar.Month) error {
	first, found, err := e.firstBatch(ctx)
	if err != nil || !found {
		return err
	}
	was, err := config.SettleFrom([]byte(first.Rules), e.Config.Home)
	if err != nil || was.StartMonth() == start {
		return err
	}
	return unfit("settle.start is %s, batch %s was made with %s: a start that batches were made from does not move, set it back", start, first.ID, was.StartMonth())
}

// openingOf are the opening files that a batch was made of.
func openingOf(b state.Batch) (list []Input, err error) {
	var all []Input
	if err := json.Unmarshal([]byte(b.Inputs), &all); err != nil {
		return nil, fmt.Errorf("batch %s: its stored row: %w", b.ID, err)
	}
	for _, in := range all {
		if in.Role == openingRole {
			list = append(list, in)
		}
	}
	return list, nil
}

// findBefore finds the batch that this one follows on, and the part it is.
func (e *Engine) findBefore(ctx context.Context, m *making, start calendar.Month) error {
	parts, err := e.liveParts(ctx, m.period)
	if err != nil {
		return err
	}
	if m.ask.Supplement {
		return e.supplement(ctx, m, parts)
	}
	if m.period == start {
		return nil
	}
	before, err := e.liveParts(ctx, m.period.Previous())
	if err != nil {
		return err
	}
	if len(before) == 0 || before[len(before)-1].Complete == nil {
		return refuse("period %s needs the complete batch of %s before it: run settle --period %s first", m.period, m.period.Previous(), m.period.Previous())
	}
	m.before = &before[len(before)-1]
	return nil
}

func (e *Engine) supplement(ctx context.Context, m *making, parts []state.Batch) error {
	if len(parts) == 0 {
		return refuse("period %s has no batch yet: run settle --period %s without --supplement first", m.period, m.period)
	}
	if later, err := e.liveParts(ctx, m.period.Next()); err != nil || len(later) > 0 {
		if err != nil {
			return err
		}
		return refuse("period %s is over: batch %s builds on it, and the next batch pays what is still owed", m.period, later[0].ID)
	}
	last, err := e.State.BatchByID(ctx, parts[len(parts)-1].ID)
	if err != nil {
		return err
	}
	if last.State == state.BatchDraft || last.State == state.BatchComputing {
		return refuse("batch %s is a draft: approve it, or discard it and run settle --period %s again; a supplement is for batches that are decided", last.ID, m.period)
	}
	m.before, m.part, m.cutoff = &last, last.Part+1, last.Cutoff
	return nil
}

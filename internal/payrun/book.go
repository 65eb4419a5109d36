package payrun

import (
	"context"

	"recon/internal/state"
	"recon/settle"
	"recon/settle/rail"
)

// book is the part of the payout books that one file speaks of.
type book struct {
	refs   map[string]settle.Attempt
	groups map[string][]settle.Attempt // by message and payment information id
	past   map[[2]string]settle.Applied
}

func (b *book) ByRef(ref string) (settle.Attempt, bool) {
	a, ok := b.refs[ref]
	return a, ok
}

func (b *book) ByMessage(id string) []settle.Attempt { return b.groups[id] }

func (b *book) ByGroup(id string) []settle.Attempt { return b.groups[id] }

// Applied is the transition that an event once caused.
func (b *book) Applied(source, evidence string) (settle.Applied, bool) {
	a, ok := b.past[[2]string{source, evidence}]
	return a, ok
}

// readBook reads every attempt that a file names, one by one or by the file
// they stand in.
func (e *Engine) readBook(ctx context.Context, file rail.StatusFile) (*book, error) {
	b := &book{refs: map[string]settle.Attempt{}, groups: map[string][]settle.Attempt{}, past: map[[2]string]settle.Applied{}}
	var refs []string
	for _, s := range file.Signals {
		if s.RailRef != "" {
			refs = append(refs, s.RailRef)
		}
		for _, id := range []string{s.MessageID, s.PaymentInfoID} {
			if err := e.readGroup(ctx, b, id); err != nil {
				return nil, err
			}
		}
		if err := e.readPast(ctx, b, s); err != nil {
			return nil, err
		}
	}
	attempts, err := e.State.AttemptsByRefs(ctx, refs)
	if err != nil {
		return nil, err
	}
	for _, a := range attempts {
		b.refs[a.RailRef] = attemptOf(a)
	}
	return b, nil
}

func (e *Engine) readGroup(ctx context.Context, b *book, id string) error {
	if _, read := b.groups[id]; read || id == "" {
		return nil
	}
	attempts, err := e.State.AttemptsInSubmission(ctx, id)
	if err != nil {
		return err
	}
	b.groups[id] = []settle.Attempt{}
	for _, a := range attempts {
		b.groups[id] = append(b.groups[id], attemptOf(a))
	}
	return nil
}

// readPast looks an event up that may have come before.
func (e *Engine) readPast(ctx context.Context, b *book, s rail.Signal) error {
	if s.Evidence == "" {
		return nil
	}
	events, err := e.State.EventsByEvidence(ctx, s.Source, s.Evidence)
	if err != nil || len(events) == 0 {
		return err
	}
	v := events[0]
	b.past[[2]string{s.Source, s.Evidence}] = settle.Applied{RailRef: v.RailRef, Code: v.Code, OccurredAt: v.OccurredAt}
	return nil
}

func attemptOf(a state.PayoutAttempt) settle.Attempt {
	return settle.Attempt{No: a.No, PayoutKey: a.PayoutKey, RailRef: a.RailRef, MessageID: a.MessageID, PaymentInfoID: a.PaymentInfoID,
		Currency: a.Currency, AmountMinor: a.AmountMinor, State: rail.State(a.State), Unclear: a.Unclear}
}

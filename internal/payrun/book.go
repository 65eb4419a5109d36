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
	past   map[state.Evidence]state.PayoutEvent
	paidBy map[int64]state.Evidence
}

func (b *book) ByRef(ref string) (settle.Attempt, bool) {
	a, ok := b.refs[ref]
	return a, ok
}

func (b *book) ByMessage(id string) []settle.Attempt { return b.groups[id] }

func (b *book) ByGroup(id string) []settle.Attempt { return b.groups[id] }

// Applied is the transition that an event once caused.
func (b *book) Applied(source, evidence string) (settle.Applied, bool) {
	v, ok := b.past[state.Evidence{Source: source, ID: evidence}]
	return settle.Applied{RailRef: v.RailRef, Code: v.Code, OccurredAt: v.OccurredAt}, ok
}

// Debit is the word that made an attempt paid.
func (b *book) Debit(attemptNo int64) (source, evidence string, known bool) {
	by, known := b.paidBy[attemptNo]
	return by.Source, by.ID, known
}

// readBook reads every attempt that a file names, one by one or by the file
// they stand in, and what the file says that was said before.
func (e *Engine) readBook(ctx context.Context, file rail.StatusFile) (*book, error) {
	b := &book{refs: map[string]settle.Attempt{}, groups: map[string][]settle.Attempt{}}
	var refs []string
	var said []state.Evidence
	for _, s := range file.Signals {
		if s.RailRef != "" {
			refs = append(refs, s.RailRef)
		}
		if s.Evidence != "" {
			said = append(said, state.Evidence{Source: s.Source, ID: s.Evidence})
		}
		for _, id := range []string{s.MessageID, s.PaymentInfoID} {
			if err := e.readGroup(ctx, b, id); err != nil {
				return nil, err
			}
		}
	}
	attempts, err := e.State.AttemptsByRefs(ctx, refs)
	if err != nil {
		return nil, err
	}
	var numbers []int64
	for _, a := range attempts {
		b.refs[a.RailRef] = attemptOf(a)
		numbers = append(numbers, a.No)
	}
	for _, group := range b.groups {
		for _, a := range group {
			numbers = append(numbers, a.No)
		}
	}
	if b.past, err = e.State.EventsByEvidence(ctx, said); err != nil {
		return nil, err
	}
	b.paidBy, err = e.State.PaidBy(ctx, numbers)
	return b, err
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

func attemptOf(a state.PayoutAttempt) settle.Attempt {
	return settle.Attempt{No: a.No, PayoutKey: a.PayoutKey, RailRef: a.RailRef, MessageID: a.MessageID, PaymentInfoID: a.PaymentInfoID,
		Currency: a.Currency, AmountMinor: a.AmountMinor, State: rail.State(a.State), Unclear: a.Unclear}
}

package event

import (
	"fmt"

	"recon/internal/config"
	"recon/settle/rail"
)

// compile makes the senders in the order in which they are asked: those of the
// settings, then Stripe unless they have one of that name.
func compile(mappings []config.EventMapping, faults *faults) []sender {
	var out []sender
	stripes := false
	for _, m := range mappings {
		c, err := newClock(m.Layout)
		if err != nil {
			faults.add(0, fmt.Errorf("settle.events %s: %w", m.Name, err))
		}
		s := &mapped{EventMapping: m, clock: c, words: map[string]rail.State{}}
		for state, words := range m.Type.Values {
			for _, word := range words {
				s.words[word] = rail.State(state)
			}
		}
		if m.Type.Const != "" {
			s.words[m.Type.Const] = rail.State(m.Type.Const)
		}
		stripes = stripes || m.Name == "stripe"
		out = append(out, s)
	}
	if !stripes {
		out = append([]sender{stripe{}}, out...)
	}
	return out
}

// mapped is a sender of the settings.
type mapped struct {
	config.EventMapping
	clock clock
	words map[string]rail.State
}

// kind is the sender's word for what happened.
func (m *mapped) kind(o object) string {
	if m.Type.Const != "" {
		return m.Type.Const
	}
	return o.text(m.Type.Column)
}

// fit tells senders apart that have id and type in the same places: by their
// words, and by where the payout's reference is.
func (m *mapped) fit(o object) int {
	kind := m.kind(o)
	if kind == "" || o.text(m.ID) == "" {
		return 0
	}
	fit := 1
	if _, known := m.words[kind]; known {
		fit += 2
	}
	if o.text(m.RailRef) != "" {
		fit++
	}
	return fit
}

// read takes a type that the settings do not know without a fault: dumps hold
// all that a sender sends.
func (m *mapped) read(o object) (e event, err error) {
	e = event{source: m.Name, kind: m.kind(o)}
	if e.id, err = o.id(m.ID); err != nil {
		return e, err
	}
	if len(e.kind) > longestText {
		return e, fmt.Errorf("%s: %d bytes, wanted at most %d", m.Type.Column, len(e.kind), longestText)
	}
	next, known := m.words[e.kind]
	if !known && o.text(m.RailRef) == "" {
		e.note = "no type of settle.events, and no payout"
		return e, nil
	}
	e.signal.Next = next
	return e, m.fill(o, &e.signal)
}

func (m *mapped) fill(o object, s *rail.Signal) (err error) {
	s.RailRef = o.text(m.RailRef)
	if s.OccurredAt, err = o.instant(m.Time, m.clock); err != nil {
		return err
	}
	if s.Next == "" {
		s.Note = "a type that settle.events does not map"
		return nil
	}
	if s.Currency, err = o.currency(m.Currency); err != nil {
		return err
	}
	// Without the amount a payout could not be told from another one: a path
	// that leads nowhere must not switch the comparison off.
	if s.AmountMinor, err = o.amount(m.Amount, m.Unit, m.Name, s.Currency); err != nil {
		return err
	}
	s.HasAmount = true
	if m.Code != "" {
		because(s, o.text(m.Code), "")
	}
	return nil
}

package chain

import (
	"context"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/report"
)

// said is what people said, by break.
type said map[string]spoken

type spoken struct {
	note, owner string
	word        report.Said      // not in effect yet
	by, why     map[int64]string // of closures, by number
}

// put adds what was said of a break to it.
func (w said) put(b *report.Break) {
	s := w[b.ID]
	b.Note, b.Owner, b.Said = s.note, s.owner, s.word
}

// saidOf gathers notes, owners and closures of a reconciliation's breaks; the
// newest note, owner and word count. A closure that is in effect on the date
// is no word of an open break: what it closed came back.
func (e *Engine) saidOf(ctx context.Context, rec string, date calendar.Date) (said, error) {
	decisions, err := e.State.Decisions(ctx, rec)
	if err != nil {
		return nil, err
	}
	all := said{}
	for _, d := range decisions {
		for _, id := range []string{d.BreakID, d.PartnerBreakID} {
			if id == "" {
				continue
			}
			s := all[id]
			s.hear(d, date)
			all[id] = s
		}
	}
	return all, nil
}

func (s *spoken) hear(d state.Decision, date calendar.Date) {
	if d.Owner != "" {
		s.owner = d.Owner
	}
	if d.Comment != "" {
		s.note = d.Comment
	}
	if d.Word != "" {
		s.word = report.Said{Decision: d.Word, By: d.By, On: report.NoDate}
	}
	if d.Kind != state.Closure {
		return
	}
	if s.by == nil {
		s.by, s.why = map[int64]string{}, map[int64]string{}
	}
	s.by[d.ID], s.why[d.ID] = d.By, d.Comment
	s.word.On = d.EffectiveOn
	if d.Word == state.Reopen || d.EffectiveOn <= date {
		s.word = report.Said{}
	}
}

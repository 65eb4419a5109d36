package state

import (
	"fmt"
	"slices"
)

// model is the payout books in maps, written from the rules and not from the
// SQL. All its money is euro.
type model struct {
	batches   []*modelBatch
	attempts  []*modelAttempt // the number is the place from 1
	files     []*modelFile
	available map[string]int64
	reserved  map[string]int64
	said      map[string]bool // attempt and evidence
}

type modelBatch struct {
	no                            int64
	id, period                    string
	part                          int64
	complete, discarded, approved bool // approved: a signature lets a payout go
	needsApproval                 bool
}

type modelAttempt struct {
	no, number, amount  int64
	payee, key          string
	batch               *modelBatch
	born, state         string
	unclear, retry, may bool // may: go into a file
}

type modelFile struct {
	id                  string
	no                  int64
	batch               *modelBatch
	items               []*modelAttempt
	former              *modelFile
	sent, void, redated bool
}

func newModel() *model {
	return &model{available: map[string]int64{}, reserved: map[string]int64{}, said: map[string]bool{}}
}

func (a *modelAttempt) is(states ...string) bool { return slices.Contains(states, a.state) }

func (a *modelAttempt) over() bool { return a.is(PayoutFailed, PayoutCancelled, PayoutReturned) }

// live is the batch of a period and part that was not discarded.
func (m *model) live(period string, part int64) *modelBatch {
	for _, b := range m.batches {
		if b.period == period && b.part == part && !b.discarded {
			return b
		}
	}
	return nil
}

func (m *model) computing() bool {
	return slices.ContainsFunc(m.batches, func(b *modelBatch) bool { return !b.complete && !b.discarded })
}

// of are the attempts of a batch.
func (m *model) of(b *modelBatch) (all []*modelAttempt) {
	for _, a := range m.attempts {
		if a.batch == b {
			all = append(all, a)
		}
	}
	return all
}

func (m *model) last(key string) (last *modelAttempt) {
	for _, a := range m.attempts {
		if a.key == key {
			last = a
		}
	}
	return last
}

func (m *model) begin(period string, part int64, needsApproval bool) *modelBatch {
	b := &modelBatch{no: int64(len(m.batches)) + 1, id: fmt.Sprintf("%s-%d", period, part), period: period, part: part, needsApproval: needsApproval}
	drafts := 1
	for _, old := range m.batches {
		if old.period == period && old.part == part {
			drafts++
		}
	}
	if drafts > 1 {
		b.id += fmt.Sprintf("-d%d", drafts)
	}
	m.batches = append(m.batches, b)
	return b
}

// fits says whether a plan may be posted, and which of it is new.
func (m *model) fits(b *modelBatch, plan []PlannedPayout) (fresh []PlannedPayout, fits bool) {
	if b.discarded {
		return nil, false
	}
	for _, p := range plan {
		key := PayoutKey(p.Payee, b.period, "EUR")
		var own *modelAttempt
		for _, a := range m.of(b) {
			if a.key == key && !a.retry {
				own = a
			}
		}
		switch last := m.last(key); {
		case own != nil && (own.amount != p.AmountMinor || own.born != p.Status):
			return nil, false
		case own != nil:
		case b.complete, last != nil && !last.over():
			return nil, false
		default:
			fresh = append(fresh, p)
		}
	}
	return fresh, true
}

func (m *model) add(b *modelBatch, payee, born string, amount int64, retry bool) *modelAttempt {
	a := &modelAttempt{no: int64(len(m.attempts)) + 1, number: 1, amount: amount, payee: payee, key: PayoutKey(payee, b.period, "EUR"),
		batch: b, born: born, state: born, retry: retry, may: !b.needsApproval}
	if last := m.last(a.key); last != nil {
		a.number = last.number + 1
	}
	m.attempts = append(m.attempts, a)
	m.available[payee] -= amount
	m.reserved[payee] += amount
	return a
}

// step moves an attempt on, with its money.
func (m *model) step(a *modelAttempt, to string) {
	a.state = to
	switch to {
	case PayoutFailed, PayoutCancelled:
		m.reserved[a.payee] -= a.amount
		m.available[a.payee] += a.amount
	case PayoutPaid:
		m.reserved[a.payee] -= a.amount
	case PayoutReturned:
		m.available[a.payee] += a.amount
	}
}

// apply carries out steps, or says that they are refused as a whole.
func (m *model) apply(all []Transition) (out Outcome, fits bool) {
	now := map[int64]string{}
	said := map[string]bool{}
	for _, t := range all {
		a := m.attempts[t.AttemptNo-1]
		if now[a.no] == "" {
			now[a.no] = a.state
		}
		old, again := fmt.Sprint(a.no, " ", t.Evidence), fmt.Sprint(a.no, " ", t.Evidence, " ", t.To)
		if m.said[old] || said[again] {
			out.Skipped++
			continue
		}
		said[again] = true
		if now[a.no] != t.From || !a.batch.complete || !modelAllows(t.From, t.To) {
			return Outcome{}, false
		}
		now[a.no] = t.To
		out.Applied++
	}
	m.carryOut(all)
	return out, true
}

func (m *model) carryOut(all []Transition) {
	said := map[string]bool{}
	for _, t := range all {
		a := m.attempts[t.AttemptNo-1]
		old, again := fmt.Sprint(a.no, " ", t.Evidence), fmt.Sprint(a.no, " ", t.Evidence, " ", t.To)
		if m.said[old] || said[again] {
			continue
		}
		said[again] = true
		a.unclear = t.Unclear
		if t.From != t.To {
			m.step(a, t.To)
		}
	}
	for _, t := range all {
		m.said[fmt.Sprint(t.AttemptNo, " ", t.Evidence)] = true
	}
}

func modelAllows(from, to string) bool {
	switch from {
	case PayoutReview:
		return to == PayoutPending || to == PayoutCancelled
	case PayoutPending:
		return to == PayoutCancelled
	case PayoutSubmitted:
		return slices.Contains([]string{PayoutSubmitted, PayoutProcessing, PayoutPaid, PayoutFailed, PayoutCancelled}, to)
	case PayoutProcessing:
		return slices.Contains([]string{PayoutProcessing, PayoutPaid, PayoutFailed, PayoutCancelled}, to)
	case PayoutPaid:
		return to == PayoutReturned
	}
	return false
}

// discardable says whether a batch is still a draft that nothing builds on.
func (m *model) discardable(b *modelBatch) bool {
	later := slices.ContainsFunc(m.batches, func(o *modelBatch) bool { return o.no > b.no && !o.discarded })
	filed := slices.ContainsFunc(m.files, func(f *modelFile) bool { return f.batch == b })
	retried := slices.ContainsFunc(m.of(b), func(a *modelAttempt) bool { return a.retry })
	return !b.discarded && !b.approved && !later && !filed && !retried
}

// current says whether a file is neither void nor redated, and untouched by the
// bank's answers.
func (f *modelFile) current() bool {
	untouched := !slices.ContainsFunc(f.items, func(a *modelAttempt) bool { return a.state != PayoutSubmitted || a.unclear })
	return !f.void && !f.redated && untouched
}

// known says whether somebody said that the bank has the file, or one with the
// same ids before it.
func (f *modelFile) known() bool {
	for ; f != nil; f = f.former {
		if f.sent {
			return true
		}
	}
	return false
}

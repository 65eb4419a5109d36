package state

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Transition is one step of an attempt with its evidence. From and To may be
// equal for a remark on a submitted or processing attempt.
type Transition struct {
	AttemptNo  int64
	From, To   string
	Source     string // whose word it is: a sender, or a command
	Evidence   string // file hash and line, or an event id
	Code       string
	Reason     string
	Fixable    bool // the payee must correct the destination
	Unclear    bool // nobody knows whether money moved
	OccurredAt time.Time
}

// Outcome counts what a call of Apply did.
type Outcome struct {
	Applied int64
	Skipped int64  // the same evidence was applied before
	Known   bool   // the status file was read before; nothing was done
	Before  string // name of an earlier file whose message this one has, with other bytes
}

// Apply stores transitions in order, exceptions and the status file that they
// come from, in one transaction. Each transition must start from the state that
// its attempt has at that moment; otherwise nothing is stored. Evidence that
// was applied to the attempt in an earlier call is skipped. Failed and
// cancelled release exactly what was reserved, paid takes it to clearing,
// returned brings it back to available. file may be nil; one whose bytes were
// read before does nothing, nor does one that has the message of an earlier one
// and no news. Banks use a message id again, and news is never passed over for it.
func (s *State) Apply(ctx context.Context, all []Transition, exceptions []PayoutException, file *StatusFile, now time.Time) (out Outcome, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if file != nil {
			before, known, err := readBefore(ctx, tx, *file, len(all)+len(exceptions) > 0)
			if err != nil || known {
				out.Known = known
				return err
			}
			defer func() { out.Before = before }()
		}
		if out, err = applySteps(ctx, tx, all, now); err != nil {
			return err
		}
		if err := insertExceptions(ctx, tx, exceptions, now); err != nil || file == nil {
			return err
		}
		file.Applied, file.ReadAt = out.Applied, now
		return insertStatusFile(ctx, tx, *file)
	})
	if err != nil {
		return Outcome{}, err
	}
	return out, nil
}

func applySteps(ctx context.Context, tx *sql.Tx, all []Transition, now time.Time) (out Outcome, err error) {
	nos := make([]int64, len(all))
	for i, t := range all {
		nos[i] = t.AttemptNo
	}
	known, err := standings(ctx, tx, nos)
	if err != nil {
		return out, err
	}
	used, err := usedEvidence(ctx, tx, all)
	if err != nil {
		return out, err
	}
	b, err := openBooks(ctx, tx, now)
	if err != nil {
		return out, err
	}
	for _, t := range all {
		if used[t.evidence("")] || used[t.evidence(t.To)] {
			out.Skipped++
			continue
		}
		used[t.evidence(t.To)] = true
		if err := applyStep(ctx, b, known[t.AttemptNo], t); err != nil {
			return out, err
		}
		out.Applied++
	}
	return out, b.flush(ctx)
}

func applyStep(ctx context.Context, b *books, s *standing, t Transition) error {
	switch {
	case t.Source == "" || t.Evidence == "":
		return fmt.Errorf("payout %s: a step without source or evidence", s.railRef)
	case !s.complete:
		return fmt.Errorf("payout %s: its batch is not computed to its end: finish or discard it first", s.railRef)
	case t.Unclear && t.To != PayoutSubmitted && t.To != PayoutProcessing:
		return fmt.Errorf("payout %s: what is unclear does not make it %s", s.railRef, t.To)
	case t.To == PayoutSubmitted && t.From != t.To, t.From == PayoutSubmitted && t.To == PayoutPending:
		return fmt.Errorf("payout %s: only a submission makes the step from %s to %s", s.railRef, t.From, t.To)
	}
	return b.take(ctx, s, t, "")
}

// evidenceKey is what is applied once. step is empty for evidence of earlier
// calls, whatever step it made.
type evidenceKey struct {
	attempt                int64
	source, evidence, step string
}

func (t Transition) evidence(step string) evidenceKey {
	return evidenceKey{t.AttemptNo, t.Source, t.Evidence, step}
}

// usedEvidence is the evidence of these transitions that is stored already.
func usedEvidence(ctx context.Context, tx *sql.Tx, all []Transition) (map[evidenceKey]bool, error) {
	w := wanted{columns: []string{"no", "source", "evidence"}}
	for _, t := range all {
		w.add(t.AttemptNo, t.Source, t.Evidence)
	}
	read := func(rows *sql.Rows) (k evidenceKey, err error) {
		return k, rows.Scan(&k.attempt, &k.source, &k.evidence)
	}
	found, err := lookUp(ctx, tx, w, read, `select e.attempt_no, e.source, e.evidence
from wanted as w
cross join payout_event as e
where e.attempt_no = w.no and e.source = w.source and e.evidence = w.evidence`)
	used := make(map[evidenceKey]bool, len(all))
	for _, k := range found {
		used[k] = true
	}
	return used, err
}

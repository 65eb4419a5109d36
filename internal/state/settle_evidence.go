package state

import (
	"context"
	"database/sql"
	"strings"
)

// Evidence is what proves a transition: whose word it is, and which word.
type Evidence struct{ Source, ID string }

// EventsByEvidence returns the first transition that each piece of evidence
// caused; evidence that caused none is left out.
func (s *State) EventsByEvidence(ctx context.Context, all []Evidence) (map[Evidence]PayoutEvent, error) {
	w := wanted{columns: []string{"source", "evidence"}}
	for _, e := range all {
		w.add(e.Source, e.ID)
	}
	read := func(rows *sql.Rows) (v PayoutEvent, err error) {
		var occurred int64
		err = rows.Scan(&v.Seq, &v.AttemptNo, &v.RailRef, &v.Source, &v.Evidence, &v.Code, &occurred)
		v.OccurredAt = instant(occurred)
		return v, err
	}
	found, err := lookUp(ctx, s.db, w, read, `select e.event_seq, e.attempt_no, a.rail_ref, e.source, e.evidence, e.code, e.occurred_at
from wanted as w
cross join payout_event as e
cross join payout_attempt as a
where e.source = w.source and e.evidence = w.evidence and a.attempt_no = e.attempt_no
order by e.event_seq`)
	first := map[Evidence]PayoutEvent{}
	for _, v := range found {
		key := Evidence{v.Source, v.Evidence}
		if _, known := first[key]; !known {
			first[key] = v
		}
	}
	return first, err
}

// implied ends the evidence of a step to paid that only a return told of.
const implied = "+" + PayoutPaid

// PaidBy returns what made attempts paid, by attempt number. Attempts that never
// were, or of which only a return said so, are left out.
func (s *State) PaidBy(ctx context.Context, attemptNos []int64) (map[int64]Evidence, error) {
	w := wanted{columns: []string{"no"}}
	for _, no := range attemptNos {
		w.add(no)
	}
	type paid struct {
		no int64
		by Evidence
	}
	read := func(rows *sql.Rows) (p paid, err error) { return p, rows.Scan(&p.no, &p.by.Source, &p.by.ID) }
	found, err := lookUp(ctx, s.db, w, read, `select e.attempt_no, e.source, e.evidence
from wanted as w
cross join payout_event as e
where e.attempt_no = w.no and e.to_state = 'paid' and e.from_state <> 'paid'`)
	by := map[int64]Evidence{}
	for _, p := range found {
		if !strings.HasSuffix(p.by.ID, implied) {
			by[p.no] = p.by
		}
	}
	return by, err
}

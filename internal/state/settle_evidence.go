package state

import (
	"context"
	"database/sql"
)

// EventsByEvidence returns the transitions that a source's evidence caused, in
// the order of writing.
func (s *State) EventsByEvidence(ctx context.Context, source, evidence string) ([]PayoutEvent, error) {
	read := func(rows *sql.Rows) (v PayoutEvent, err error) {
		var occurred int64
		err = rows.Scan(&v.Seq, &v.AttemptNo, &v.RailRef, &v.Code, &occurred)
		v.Source, v.Evidence, v.OccurredAt = source, evidence, instant(occurred)
		return v, err
	}
	return collect(ctx, s.db, read, `select e.event_seq, e.attempt_no, a.rail_ref, e.code, e.occurred_at
from payout_event as e inner join payout_attempt as a on a.attempt_no = e.attempt_no
where e.source = ? and e.evidence = ? order by e.event_seq`, source, evidence)
}

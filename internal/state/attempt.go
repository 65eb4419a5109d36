package state

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"recon/internal/calendar"
)

// The states of a try at a day.
const (
	Done     = "done"
	Already  = "current" // the stored day still follows from its inputs
	NotReady = "not_ready"
	Refused  = "refused"
	Suspect  = "suspect"
	Blocked  = "blocked" // an earlier day of the chain is in the way
	Failed   = "failed"
)

// Attempt is what one try at a day came to.
type Attempt struct {
	Reconciliation string        `json:"reconciliation"`
	Date           calendar.Date `json:"date"`
	RunID          int64         `json:"run_id"`
	State          string        `json:"state"`   // one of the states above
	Message        string        `json:"message"` // one line: what is not reconciled, why, who acts, next try
	Faults         []string      `json:"faults"`
	At             time.Time     `json:"at"`
}

// RecordAttempt stores what a try at a day came to.
func (s *State) RecordAttempt(ctx context.Context, a Attempt) error {
	faults, err := json.Marshal(a.Faults)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `insert into attempt (attempt_id, reconciliation, date, run_id, state, message, faults, tried_at)
values ((select coalesce(max(attempt_id), 0) + 1 from attempt), ?, ?, ?, ?, ?, ?, ?)`,
			a.Reconciliation, a.Date.String(), a.RunID, a.State, a.Message, string(faults), a.At.UnixMicro())
		return err
	})
}

// LatestAttempts returns the last try at a date of every reconciliation, by name.
func (s *State) LatestAttempts(ctx context.Context, date calendar.Date) ([]Attempt, error) {
	return collect(ctx, s.db, readAttempt, "select "+attemptColumns+
		" from attempt_latest where date = ? order by reconciliation", date.String())
}

// AttemptsOf returns what a run tried, in the order of trying.
func (s *State) AttemptsOf(ctx context.Context, runID int64) ([]Attempt, error) {
	return collect(ctx, s.db, readAttempt, "select "+attemptColumns+
		" from attempt where run_id = ? order by attempt_id", runID)
}

const attemptColumns = "reconciliation, date, run_id, state, message, faults, tried_at"

func readAttempt(rows *sql.Rows) (a Attempt, err error) {
	var date, faults string
	var tried int64
	if err := rows.Scan(&a.Reconciliation, &date, &a.RunID, &a.State, &a.Message, &faults, &tried); err != nil {
		return a, err
	}
	a.At = instant(tried)
	if err := json.Unmarshal([]byte(faults), &a.Faults); err != nil {
		return a, fmt.Errorf("attempt at %s %s: faults: %w", a.Reconciliation, date, err)
	}
	a.Date, err = calendar.Parse(date)
	return a, err
}

// FirstAttempt is the earliest date that was ever tried for a reconciliation.
func (s *State) FirstAttempt(ctx context.Context, reconciliation string) (date calendar.Date, ok bool, err error) {
	var first sql.NullString
	const query = "select min(date) from attempt where reconciliation = ?"
	if err := s.db.QueryRowContext(ctx, query, reconciliation).Scan(&first); err != nil || !first.Valid {
		return 0, false, err
	}
	date, err = calendar.Parse(first.String)
	return date, err == nil, err
}

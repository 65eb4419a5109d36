package state

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"
)

// Reaffirm stores that a published version also follows from other inputs: the
// day was worked out again and the same tables came out. From then on the
// latest day shows these inputs.
func (s *State) Reaffirm(ctx context.Context, key DayKey, inputDigest string, in Inputs, runID int64, at time.Time) error {
	inputs, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `insert into reaffirmed (reaffirmed_id, reconciliation, date, version, input_digest, inputs, run_id, reaffirmed_at)
values ((select coalesce(max(reaffirmed_id), 0) + 1 from reaffirmed), ?, ?, ?, ?, ?, ?, ?)`,
			key.Reconciliation, key.Date.String(), key.Version, inputDigest, string(inputs), runID, at.UnixMicro())
		return err
	})
}

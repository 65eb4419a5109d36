package state

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Run is one command that was allowed to write. EndedAt is zero while it runs,
// and for ever when it was killed.
type Run struct {
	ID        int64     `json:"id"`
	Command   string    `json:"command"` // as typed, secrets left out
	Engine    string    `json:"engine"`  // the engine's version
	Config    string    `json:"-"`       // JSON: the effective configuration, secrets left out
	StartedAt time.Time `json:"started_at"`

	EndedAt  time.Time `json:"ended_at"`
	ExitCode int       `json:"exit_code"`
	Outcome  string    `json:"outcome"` // one line for people
}

// BeginRun stores the start of a command and returns its number.
func (s *State) BeginRun(ctx context.Context, r Run) (id int64, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, "select coalesce(max(run_id), 0) + 1 from run").Scan(&id); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "insert into run (run_id, command, engine, config, started_at) values (?, ?, ?, ?, ?)",
			id, r.Command, r.Engine, r.Config, r.StartedAt.UnixMicro())
		return err
	})
	return id, err
}

// EndRun stores how a command ended. It can be said once.
func (s *State) EndRun(ctx context.Context, id int64, at time.Time, exitCode int, outcome string) error {
	_, err := s.db.ExecContext(ctx, "insert into run_end (run_id, ended_at, exit_code, outcome) values (?, ?, ?, ?)",
		id, at.UnixMicro(), exitCode, outcome)
	return err
}

// Runs returns the last runs, newest first.
func (s *State) Runs(ctx context.Context, limit int) ([]Run, error) {
	return collect(ctx, s.db, readRun, "select "+runColumns+" from run_latest order by run_id desc limit ?", limit)
}

// NoRun says that there is no run of a number.
type NoRun struct{ ID int64 }

func (n *NoRun) Error() string { return fmt.Sprintf("no run %d: `recon runs list` shows them", n.ID) }

// RunByID returns one run; of an unknown number the error is a *NoRun.
func (s *State) RunByID(ctx context.Context, id int64) (Run, error) {
	runs, err := collect(ctx, s.db, readRun, "select "+runColumns+" from run_latest where run_id = ?", id)
	if err != nil {
		return Run{}, err
	}
	if len(runs) == 0 {
		return Run{}, &NoRun{id}
	}
	return runs[0], nil
}

const runColumns = "run_id, command, engine, config, started_at, coalesce(ended_at, 0), coalesce(exit_code, 0), coalesce(outcome, '')"

func readRun(rows *sql.Rows) (r Run, err error) {
	var started, ended int64
	err = rows.Scan(&r.ID, &r.Command, &r.Engine, &r.Config, &started, &ended, &r.ExitCode, &r.Outcome)
	r.StartedAt, r.EndedAt = instant(started), instant(ended)
	return r, err
}

// instant turns epoch microseconds into a time; 0 is the zero time.
func instant(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// micros is the inverse of instant.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

package state

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"recon/internal/calendar"
)

// DayKey names one committed version of a reconciliation's day.
type DayKey struct {
	Reconciliation string
	Date           calendar.Date
	Version        int64 // from 1
}

// Day is one committed version of a reconciliation's day.
type Day struct {
	DayKey
	InputDigest  string
	Inputs       Inputs
	OutputDigest string
	Rules        string // JSON: the rules the day was made with
	Engine       string
	Opening      bool // first day of the chain
	Gap          bool // the day before is not in the chain
	AcceptedBy   string
	AcceptedWhy  string
	Summary      string // JSON: counts, amounts, carried, proof
	RunID        int64
	CommittedAt  time.Time
}

// Inputs are the digests an input digest is made of, kept to say what changed.
type Inputs struct {
	Open     string      `json:"open"`     // of the day before's open entries
	History  string      `json:"history"`  // of the matched keys of the days before
	Closures string      `json:"closures"` // of people's closures up to the day
	Files    []FileInput `json:"files"`
}

// FileInput is one file a day was made of.
type FileInput struct {
	No     int32  `json:"file_no"`
	Source string `json:"source"`
	Date   string `json:"date"`
	Part   string `json:"part"`
	Digest string `json:"digest"` // of the canonical rows
	SHA256 string `json:"sha256"`
	Name   string `json:"name"` // as people know it
	Path   string `json:"path"` // in the archive, relative to home
}

// ManifestRow is one published file of a day's version.
type ManifestRow struct {
	DayKey
	Table  string
	Part   int64  // 0: the table is one file; else from 1
	Path   string // relative to home, below versions/
	SHA256 string
	Bytes  int64
	Rows   int64
}

// CommitDay stores a day record and its manifest in one transaction: this is
// the commit. Version must be the one after the latest; anything else is an
// error, and nothing is stored. The rows' own day keys are not read.
func (s *State) CommitDay(ctx context.Context, d Day, files []ManifestRow) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		var latest int64
		const last = "select coalesce(max(version), 0) from day where reconciliation = ? and date = ?"
		if err := tx.QueryRowContext(ctx, last, d.Reconciliation, d.Date.String()).Scan(&latest); err != nil {
			return err
		}
		if d.Version != latest+1 {
			return fmt.Errorf("version %d is not the one after version %d", d.Version, latest)
		}
		if err := insertDay(ctx, tx, d); err != nil {
			return err
		}
		return insertManifest(ctx, tx, d.DayKey, files)
	})
	if err != nil {
		return fmt.Errorf("commit of %s %s: %w", d.Reconciliation, d.Date, err)
	}
	return nil
}

func insertDay(ctx context.Context, tx *sql.Tx, d Day) error {
	inputs, err := json.Marshal(d.Inputs)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `insert into day (reconciliation, date, version, input_digest, inputs, output_digest, rules, engine,
opening, gap, accepted_by, accepted_why, summary, run_id, committed_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		d.Reconciliation, d.Date.String(), d.Version, d.InputDigest, string(inputs), d.OutputDigest, d.Rules, d.Engine,
		flag(d.Opening), flag(d.Gap), d.AcceptedBy, d.AcceptedWhy, d.Summary, d.RunID, d.CommittedAt.UnixMicro())
	return err
}

func insertManifest(ctx context.Context, tx *sql.Tx, key DayKey, files []ManifestRow) error {
	insert, err := tx.PrepareContext(ctx, `insert into manifest (reconciliation, date, version, table_name, part, path, sha256, bytes, row_count)
values (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, f := range files {
		if _, err := insert.ExecContext(ctx, key.Reconciliation, key.Date.String(), key.Version,
			f.Table, f.Part, f.Path, f.SHA256, f.Bytes, f.Rows); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	return nil
}

// LatestDay returns the latest version of a day, if it was ever committed.
func (s *State) LatestDay(ctx context.Context, reconciliation string, date calendar.Date) (Day, bool, error) {
	days, err := s.Days(ctx, reconciliation, date, date)
	if err != nil || len(days) == 0 {
		return Day{}, false, err
	}
	return days[0], true, nil
}

// DayBefore returns the latest version of the last day before a date, if there
// is one.
func (s *State) DayBefore(ctx context.Context, reconciliation string, date calendar.Date) (Day, bool, error) {
	days, err := collect(ctx, s.db, readDay, "select "+dayColumns+
		" from day_latest where reconciliation = ? and date < ? order by date desc limit 1", reconciliation, date.String())
	if err != nil || len(days) == 0 {
		return Day{}, false, err
	}
	return days[0], true, nil
}

// Days returns the latest version of every day between two dates (both
// included), by date.
func (s *State) Days(ctx context.Context, reconciliation string, from, to calendar.Date) ([]Day, error) {
	return collect(ctx, s.db, readDay, "select "+dayColumns+
		" from day_latest where reconciliation = ? and date between ? and ? order by date",
		reconciliation, from.String(), to.String())
}

// DayVersions returns every version of a day, oldest first.
func (s *State) DayVersions(ctx context.Context, reconciliation string, date calendar.Date) ([]Day, error) {
	return collect(ctx, s.db, readDay, "select "+dayColumns+
		" from day where reconciliation = ? and date = ? order by version", reconciliation, date.String())
}

// Through returns the first and the last day of a reconciliation's chain.
func (s *State) Through(ctx context.Context, reconciliation string) (first, last calendar.Date, ok bool, err error) {
	var a, z sql.NullString
	const query = "select min(date), max(date) from day where reconciliation = ?"
	if err := s.db.QueryRowContext(ctx, query, reconciliation).Scan(&a, &z); err != nil || !a.Valid {
		return 0, 0, false, err
	}
	if first, err = calendar.Parse(a.String); err != nil {
		return 0, 0, false, err
	}
	last, err = calendar.Parse(z.String)
	return first, last, err == nil, err
}

const dayColumns = `reconciliation, date, version, input_digest, inputs, output_digest, rules, engine,
opening, gap, accepted_by, accepted_why, summary, run_id, committed_at`

func readDay(rows *sql.Rows) (d Day, err error) {
	var date, inputs string
	var opening, gap, committed int64
	if err := rows.Scan(&d.Reconciliation, &date, &d.Version, &d.InputDigest, &inputs, &d.OutputDigest, &d.Rules, &d.Engine,
		&opening, &gap, &d.AcceptedBy, &d.AcceptedWhy, &d.Summary, &d.RunID, &committed); err != nil {
		return d, err
	}
	d.Opening, d.Gap, d.CommittedAt = opening == 1, gap == 1, instant(committed)
	if err := json.Unmarshal([]byte(inputs), &d.Inputs); err != nil {
		return d, fmt.Errorf("day %s %s: inputs: %w", d.Reconciliation, date, err)
	}
	d.Date, err = calendar.Parse(date)
	return d, err
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

package state

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"recon/internal/calendar"
)

// RawFile is one file of the archive.
type RawFile struct {
	Source  string
	Date    calendar.Date
	SHA256  string // hex
	Name    string // as people know it, like inbox/alipay/x.csv.zip
	Path    string // relative to home
	Bytes   int64
	TakenAt time.Time
}

// AddRawFile stores that files were taken, in one transaction. A file that is
// known already (same source, date and bytes) stays as it was first stored.
func (s *State) AddRawFile(ctx context.Context, files ...RawFile) error {
	if len(files) == 0 {
		return nil
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		for _, f := range files {
			if _, err := tx.ExecContext(ctx, `insert into raw_file (source, date, sha256, name, path, bytes, taken_at)
values (?, ?, ?, ?, ?, ?, ?) on conflict (source, date, sha256) do nothing`,
				f.Source, f.Date.String(), f.SHA256, f.Name, f.Path, f.Bytes, f.TakenAt.UnixMicro()); err != nil {
				return err
			}
		}
		return nil
	})
}

// RawFiles returns every file ever taken for a source and date, first taken first.
func (s *State) RawFiles(ctx context.Context, source string, date calendar.Date) ([]RawFile, error) {
	return collect(ctx, s.db, readRawFile, "select "+rawFileColumns+
		" from raw_file where source = ? and date = ? order by taken_at, sha256", source, date.String())
}

const rawFileColumns = "source, date, sha256, name, path, bytes, taken_at"

func readRawFile(rows *sql.Rows) (f RawFile, err error) {
	var date string
	var taken int64
	if err := rows.Scan(&f.Source, &date, &f.SHA256, &f.Name, &f.Path, &f.Bytes, &taken); err != nil {
		return f, err
	}
	f.TakenAt = instant(taken)
	f.Date, err = calendar.Parse(date)
	return f, err
}

// Total is count and sums of one currency and kind of a file, minor units.
type Total struct {
	Currency string `json:"currency"`
	Kind     string `json:"kind"`
	Count    int64  `json:"count"`
	Gross    int64  `json:"gross"`
	Adjust   int64  `json:"adjust"`
	Fee      int64  `json:"fee"`
	Net      int64  `json:"net"`
}

// Statement is one admitted version of one part of a source's day; own exports
// are stored the same way.
type Statement struct {
	Source     string        `json:"source"`
	Date       calendar.Date `json:"date"`
	Part       string        `json:"part"`    // "" when the day is one file
	Version    int64         `json:"version"` // from 1, given by AddStatement
	Side       string        `json:"side"`    // statement or ledger
	Format     string        `json:"format"`
	Digest     string        `json:"digest"` // of the canonical rows
	SHA256     string        `json:"sha256"` // of the file the rows were read from
	Name       string        `json:"name"`   // that file, as people know it
	Rows       int64         `json:"rows"`
	Totals     []Total       `json:"totals"`
	Stated     string        `json:"stated"` // JSON: what the file says of itself, account numbers masked
	Oldest     time.Time     `json:"oldest"` // of occurred_at; zero without rows
	Newest     time.Time     `json:"newest"`
	RunID      int64         `json:"run_id"`
	AdmittedAt time.Time     `json:"admitted_at"`
}

// AddStatement stores an admitted file. When its rows are those of the latest
// version (same digest), nothing is written and that version is returned with
// added false; else it becomes the next version.
func (s *State) AddStatement(ctx context.Context, st Statement) (stored Statement, added bool, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		stored, added, err = addStatement(ctx, tx, st)
		return err
	})
	return stored, added, err
}

// AddStatements is AddStatement for the files of a day, in one transaction.
func (s *State) AddStatements(ctx context.Context, list ...Statement) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		for _, st := range list {
			if _, _, err := addStatement(ctx, tx, st); err != nil {
				return err
			}
		}
		return nil
	})
}

func addStatement(ctx context.Context, tx *sql.Tx, st Statement) (stored Statement, added bool, err error) {
	latest, known, err := latestPart(ctx, tx, st)
	if err == nil && known && latest.Digest == st.Digest {
		return latest, false, nil
	}
	stored = st
	stored.Version = latest.Version + 1
	if err == nil {
		err = insertStatement(ctx, tx, stored)
	}
	if err != nil {
		return st, false, fmt.Errorf("statement %s %s: %w", st.Source, st.Date, err)
	}
	return stored, true, nil
}

func insertStatement(ctx context.Context, tx *sql.Tx, st Statement) error {
	totals, err := json.Marshal(st.Totals)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `insert into statement (source, date, part, version, side, format, digest, sha256, name,
row_count, totals, stated, oldest_at, newest_at, run_id, admitted_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		st.Source, st.Date.String(), st.Part, st.Version, st.Side, st.Format, st.Digest, st.SHA256, st.Name,
		st.Rows, string(totals), st.Stated, micros(st.Oldest), micros(st.Newest), st.RunID, st.AdmittedAt.UnixMicro())
	return err
}

// latestPart is the latest version of a statement's part, if there is one.
func latestPart(ctx context.Context, tx *sql.Tx, st Statement) (latest Statement, known bool, err error) {
	rows, err := tx.QueryContext(ctx, "select "+statementColumns+
		" from statement_latest where source = ? and date = ? and part = ?", st.Source, st.Date.String(), st.Part)
	if err != nil {
		return latest, false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return latest, false, rows.Err()
	}
	latest, err = readStatement(rows)
	return latest, true, err
}

// Statements returns the latest version of every part of a source's day, by part.
func (s *State) Statements(ctx context.Context, source string, date calendar.Date) ([]Statement, error) {
	return collect(ctx, s.db, readStatement, "select "+statementColumns+
		" from statement_latest where source = ? and date = ? order by part", source, date.String())
}

// StatementVersions returns every version of every statement between two dates
// (both included), by date, source, part and version; source "" is all sources.
func (s *State) StatementVersions(ctx context.Context, source string, from, to calendar.Date) ([]Statement, error) {
	return collect(ctx, s.db, readStatement, "select "+statementColumns+
		` from statement where (? = '' or source = ?) and date between ? and ?
order by date, source, part, version`, source, source, from.String(), to.String())
}

const statementColumns = `source, date, part, version, side, format, digest, sha256, name,
row_count, totals, stated, oldest_at, newest_at, run_id, admitted_at`

func readStatement(rows *sql.Rows) (st Statement, err error) {
	var date, totals string
	var oldest, newest, admitted int64
	if err := rows.Scan(&st.Source, &date, &st.Part, &st.Version, &st.Side, &st.Format, &st.Digest, &st.SHA256, &st.Name,
		&st.Rows, &totals, &st.Stated, &oldest, &newest, &st.RunID, &admitted); err != nil {
		return st, err
	}
	st.Oldest, st.Newest, st.AdmittedAt = instant(oldest), instant(newest), instant(admitted)
	if err := json.Unmarshal([]byte(totals), &st.Totals); err != nil {
		return st, fmt.Errorf("statement %s %s: totals: %w", st.Source, date, err)
	}
	st.Date, err = calendar.Parse(date)
	return st, err
}

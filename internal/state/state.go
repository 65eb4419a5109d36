// Package state is the store of record: runs, taken files, admitted
// statements, day records with their manifests, and what people decided.
// It is one SQLite file of append-only tables with views of the latest; it
// holds nothing per entry. No function reads a clock.
package state

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

//go:embed schema/*.sql
var schema embed.FS

// fileMode keeps people's decisions and file names to the engine's own account.
const fileMode = 0o600

// Posting 200 000 payouts writes to all pages of the index of their references
// again and again. 64 MB of pages in memory, and of log before it is copied
// into the file, save a tenth of the time; a small state never needs them.
const (
	pageCache       = "cache_size(-65536)"
	rareCheckpoints = "wal_autocheckpoint(16000)"
)

// State is the open store of record. It is safe for concurrent use.
type State struct {
	db *sql.DB
}

// Open opens the state at path, or makes it (mode 0600), and brings its schema
// up to date. Read-only, it writes nothing and leaves no file behind: a state
// that does not exist yet is an empty one in memory, and one of an older
// schema is an error.
func Open(ctx context.Context, path string, readOnly bool) (*State, error) {
	if readOnly {
		return openToRead(ctx, path)
	}
	if err := makeFile(path); err != nil {
		return nil, err
	}
	s, err := open(ctx, path, "rwc")
	if err != nil {
		return nil, err
	}
	if err := s.prepare(ctx, path); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close closes the store.
func (s *State) Close() error { return s.db.Close() }

func openToRead(ctx context.Context, path string) (*State, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return openEmpty(ctx)
	}
	s, err := open(ctx, path, "ro")
	if err != nil {
		return nil, err
	}
	if err := s.checkSchema(ctx, path); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// openEmpty is a state without rows, in memory, that refuses to be written.
func openEmpty(ctx context.Context) (*State, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &State{db: db}
	if err := s.migrate(ctx); err != nil {
		s.Close()
		return nil, err
	}
	if _, err := db.ExecContext(ctx, "pragma query_only = 1"); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// open connects with one connection: SQLite has one writer, and one connection
// makes every read see what was just written.
func open(ctx context.Context, path, mode string) (*State, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	query := url.Values{"mode": {mode}, "_txlock": {"immediate"}}
	query["_pragma"] = []string{"busy_timeout(10000)", "foreign_keys(1)", "synchronous(full)", pageCache, rareCheckpoints}
	name := url.URL{Scheme: "file", Path: absolute, RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return &State{db: db}, nil
}

// makeFile creates the file before SQLite does, so that it, and the two files
// SQLite puts beside it, are never readable by others.
func makeFile(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, fileMode)
	if err != nil {
		return fmt.Errorf("%w: the home folder must exist and be writable", err)
	}
	return errors.Join(f.Chmod(fileMode), f.Close())
}

func (s *State) prepare(ctx context.Context, path string) error {
	if _, err := s.db.ExecContext(ctx, "pragma journal_mode = wal"); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	if err := s.keepLog(ctx); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	if err := s.migrate(ctx); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return s.checkSchema(ctx, path)
}

// keepLog leaves the write-ahead log's files in place on closing. A reader
// without the right to write would otherwise have to make them, and a run that
// promises to leave no trace would leave two.
func (s *State) keepLog(ctx context.Context) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "pragma journal_size_limit = 0"); err != nil {
		return err
	}
	return conn.Raw(func(driver any) error {
		control, ok := driver.(sqlite.FileControl)
		if !ok {
			return errors.New("the SQLite driver has no file control")
		}
		_, err := control.FileControlPersistWAL("main", 1)
		return err
	})
}

// migrations are the names of the schema's files in order; the place of a name,
// from 1, is the schema's version after it.
func migrations() ([]string, error) {
	return fs.Glob(schema, "schema/*.sql")
}

// migrate runs the migrations the store has not had, all in one transaction.
func (s *State) migrate(ctx context.Context) error {
	const table = "create table if not exists schema_migration (version BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL)"
	if _, err := s.db.ExecContext(ctx, table); err != nil {
		return err
	}
	names, err := migrations()
	if err != nil {
		return err
	}
	had, err := s.schemaVersion(ctx)
	if err != nil {
		return err
	}
	if had >= len(names) {
		return nil
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		for i, name := range names[had:] {
			if err := apply(ctx, tx, had+i+1, name); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	})
}

func apply(ctx context.Context, tx *sql.Tx, version int, name string) error {
	text, err := schema.ReadFile(name)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, forSQLite(string(text))); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "insert into schema_migration (version, name) values (?, ?)", version, path.Base(name))
	return err
}

// forSQLite is the schema's text as SQLite stores it with the least work: a
// table whose key is one number is kept in the order of that number, without
// an index beside it, only when the column's type is written INTEGER.
func forSQLite(text string) string {
	return strings.ReplaceAll(text, " BIGINT NOT NULL PRIMARY KEY", " INTEGER NOT NULL PRIMARY KEY")
}

func (s *State) schemaVersion(ctx context.Context) (version int, err error) {
	err = s.db.QueryRowContext(ctx, "select coalesce(max(version), 0) from schema_migration").Scan(&version)
	return version, err
}

// checkSchema refuses a store that this engine does not know how to read.
func (s *State) checkSchema(ctx context.Context, path string) error {
	names, err := migrations()
	if err != nil {
		return err
	}
	base := filepath.Base(path)
	version, err := s.schemaVersion(ctx)
	switch {
	case err != nil && strings.Contains(err.Error(), "no such table"):
		return fmt.Errorf("%s is no state of this engine, or a run that was about to make it was stopped: any run finishes it", base)
	case err != nil:
		return fmt.Errorf("%s: %w", base, err)
	case version > len(names):
		return fmt.Errorf("%s has schema %d, this engine knows up to %d: use the newer engine that wrote it", base, version, len(names))
	case version < len(names):
		return fmt.Errorf("%s has schema %d, this engine wants %d: any run upgrades it", base, version, len(names))
	}
	return nil
}

// write runs fn in one transaction that takes the write lock at once (BEGIN
// IMMEDIATE), so that what fn reads cannot change before it writes.
func (s *State) write(ctx context.Context, fn func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return explain(errors.Join(err, tx.Rollback()))
	}
	return explain(tx.Commit())
}

// explain says what to do when SQLite finds the disk full or broken.
func explain(err error) error {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return err
	}
	switch failed.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("state.db: the disk is full: free space and run again: %w", err)
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("state.db: the disk does not do as it is told: look at its health, its free space and the limit on the size of a file (ulimit -f), then run again: %w", err)
	}
	return err
}

// querier is the store, or a transaction in it.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, db querier, read func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return readAll(rows, read)
}

func readAll[T any](rows *sql.Rows, read func(*sql.Rows) (T, error)) ([]T, error) {
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := read(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

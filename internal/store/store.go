// Package store is the DuckDB workspace of one run: scratch tables, folders of
// SQL, raw chunk appends. Nothing of record lives in it.
package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/duckdb/duckdb-go/v2"
)

//go:embed schema/*.sql
var schema embed.FS

// Options bound a workspace.
type Options struct {
	Dir     string // scratch folder; "" is one of the system's temporary folders (tests)
	Memory  string // DuckDB's memory_limit, like 2GiB; "" is DuckDB's own default
	Threads int    // 0: all processors
}

// Store is an open workspace.
type Store struct {
	db   *sql.DB
	path string // an empty database file: the name under which the instance is found again
	temp string // the folder that Close removes, if Open made it
}

// workspace makes every connection work in a database in memory, which spills
// to temp_directory. Tables in a database file would be compressed and written
// to disk, twice the cost for rows that live for minutes.
const workspace = "attach if not exists ':memory:' as work; use work"

// Open makes an empty workspace. Its files lie in opts.Dir and are removed by
// Close, or after a crash by the next holder of the lock.
func Open(ctx context.Context, opts Options) (*Store, error) {
	s := &Store{}
	if opts.Dir == "" {
		dir, err := os.MkdirTemp("", "recon-workspace-")
		if err != nil {
			return nil, err
		}
		s.temp, opts.Dir = dir, dir
	}
	if err := os.MkdirAll(opts.Dir, 0o700); err != nil {
		return nil, err
	}
	s.path = filepath.Join(opts.Dir, "workspace.duckdb")
	connector, err := duckdb.NewConnector(s.path, func(conn driver.ExecerContext) error {
		_, err := conn.ExecContext(context.Background(), workspace, nil)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("workspace %s: %w", s.path, err)
	}
	s.db = sql.OpenDB(connector)
	if err := s.configure(ctx, opts); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Store) configure(ctx context.Context, opts Options) error {
	settings := map[string]string{"memory_limit": opts.Memory, "temp_directory": opts.Dir}
	if opts.Threads > 0 {
		settings["threads"] = fmt.Sprint(opts.Threads)
	}
	for _, name := range []string{"memory_limit", "temp_directory", "threads"} {
		if settings[name] == "" {
			continue
		}
		if _, err := s.db.ExecContext(ctx, "set "+name+" = '"+strings.ReplaceAll(settings[name], "'", "''")+"'"); err != nil {
			return fmt.Errorf("workspace setting %s: %w", name, err)
		}
	}
	return nil
}

// DB is the workspace for queries.
func (s *Store) DB() *sql.DB { return s.db }

// SetThreads changes how many threads a query may use.
func (s *Store) SetThreads(ctx context.Context, threads int) error {
	return s.Exec(ctx, "set threads = "+strconv.Itoa(threads))
}

// Dir is the workspace's scratch folder.
func (s *Store) Dir() string { return filepath.Dir(s.path) }

// Close drops the workspace and its files.
func (s *Store) Close() error {
	err := s.db.Close()
	for _, p := range []string{s.path, s.path + ".wal"} {
		if e := os.Remove(p); e != nil && !os.IsNotExist(e) && err == nil {
			err = e
		}
	}
	if s.temp != "" {
		err = errors.Join(err, os.RemoveAll(s.temp))
	}
	return err
}

// Exec runs one statement.
func (s *Store) Exec(ctx context.Context, query string, args ...any) error {
	_, err := s.db.ExecContext(ctx, query, args...)
	return err
}

// CreateTable creates a table of the shared schema, like "entry".
func (s *Store) CreateTable(ctx context.Context, name string) error {
	text, err := schema.ReadFile("schema/" + name + ".sql")
	if err != nil {
		return err
	}
	return s.Exec(ctx, string(text))
}

// assertEmpty fails with the first row that a query returns.
func (s *Store) assertEmpty(ctx context.Context, query string, args ...any) error {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		return rows.Err()
	}
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values := make([]any, len(columns))
	for i := range values {
		values[i] = new(any)
	}
	if err := rows.Scan(values...); err != nil {
		return err
	}
	var first []string
	for i, c := range columns {
		first = append(first, fmt.Sprintf("%s=%v", c, *values[i].(*any)))
	}
	return fmt.Errorf("assertion failed: %s", strings.Join(first, " "))
}

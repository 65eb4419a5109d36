package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/duckdb/duckdb-go/v2"
)

// Sealed asks other people's questions of a workspace: it reads the files of
// given folders and no others, writes nowhere, and its settings stand.
type Sealed struct {
	conn    *sql.Conn
	scratch string // the one folder that Copy writes to
}

// Seal closes a workspace, whose views are made, to everything but reading
// files below folders. Its own pool cannot be used afterwards.
func (s *Store) Seal(ctx context.Context, folders ...string) (*Sealed, error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	q := &Sealed{conn: conn, scratch: filepath.Dir(s.path)}
	for _, setting := range []string{
		"set allowed_directories = " + list(append(folders, q.scratch)),
		"set enable_external_access = false",
		"set lock_configuration = true",
	} {
		if _, err := conn.ExecContext(ctx, setting); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return q, nil
}

// Close ends the questions; the workspace is closed by its owner.
func (q *Sealed) Close() error { return q.conn.Close() }

// Params are the names of a question's parameters. A text that is not one
// statement, or that does more than read, is an error.
func (q *Sealed) Params(text string) (names []string, err error) {
	err = q.conn.Raw(func(raw any) error {
		conn, ok := raw.(interface {
			Prepare(string) (driver.Stmt, error)
		})
		if !ok {
			return fmt.Errorf("the driver's connection is a %T", raw)
		}
		prepared, err := conn.Prepare(text)
		if err != nil && strings.Contains(err.Error(), "multi-statement") {
			return errors.New("wanted one query, found several statements")
		}
		if err != nil {
			return err
		}
		defer prepared.Close()
		stmt, ok := prepared.(*duckdb.Stmt)
		if !ok {
			return fmt.Errorf("the driver's statement is a %T", prepared)
		}
		names, err = paramsOf(stmt)
		return err
	})
	return names, err
}

func paramsOf(stmt *duckdb.Stmt) (names []string, err error) {
	kind, err := stmt.StatementType()
	if err != nil {
		return nil, err
	}
	if kind != duckdb.STATEMENT_TYPE_SELECT {
		return nil, errors.New("wanted a query that reads, like select")
	}
	for i := range stmt.NumInput() {
		name, err := stmt.ParamName(i + 1)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

// Query answers a question whose Params were looked at.
func (q *Sealed) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	return q.conn.QueryContext(ctx, text, args...)
}

// Copy writes the answer as a Parquet file that is removed with the workspace,
// and returns its path. Sums are wider than any number of the format and are
// written as decimals, not as floating-point numbers.
func (q *Sealed) Copy(ctx context.Context, text string, args ...any) (string, error) {
	if _, err := q.conn.ExecContext(ctx, "create temp table answer as\n"+text, args...); err != nil {
		return "", err
	}
	columns, err := q.exactColumns(ctx)
	if err != nil {
		return "", err
	}
	file := filepath.Join(q.scratch, "answer.parquet")
	_, err = q.conn.ExecContext(ctx, "copy (select "+columns+" from answer) to "+quote(file)+" (format parquet, compression zstd, parquet_version v2)")
	return file, err
}

func (q *Sealed) exactColumns(ctx context.Context) (string, error) {
	rows, err := q.conn.QueryContext(ctx, "select column_name, data_type from duckdb_columns() where table_name = 'answer' order by column_index")
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var columns []string
	for rows.Next() {
		var name, kind string
		if err := rows.Scan(&name, &kind); err != nil {
			return "", err
		}
		column := `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		if kind == "HUGEINT" || kind == "UHUGEINT" {
			column = "cast(" + column + " as decimal(38, 0)) as " + column
		}
		columns = append(columns, column)
	}
	return strings.Join(columns, ", "), rows.Err()
}

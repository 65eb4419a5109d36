package state

import (
	"context"
	"database/sql"
	"strings"
)

// bulkRows is how many rows one statement writes or looks up. More are hardly
// faster, and 200 rows of any table stay far below SQLite's 32 766 parameters.
const bulkRows = 200

// bulk writes rows of one table, many per statement. Rows that are not flushed
// are not written: flush before another table's rows refer to them.
type bulk struct {
	tx      *sql.Tx
	head    string
	row     string
	width   int
	onClash string
	args    []any
	full    *sql.Stmt
}

func newBulk(tx *sql.Tx, table string, columns ...string) *bulk {
	return &bulk{
		tx:    tx,
		head:  "insert into " + table + " (" + strings.Join(columns, ", ") + ") values ",
		row:   rowOf(len(columns)),
		width: len(columns),
	}
}

// rowOf is the text of one row of parameters.
func rowOf(width int) string {
	return "(" + strings.TrimSuffix(strings.Repeat("?, ", width), ", ") + ")"
}

// rowsOf is the text of several rows of parameters.
func rowsOf(row string, count int) string {
	return strings.TrimSuffix(strings.Repeat(row+", ", count), ", ")
}

func (b *bulk) text(rows int) string { return b.head + rowsOf(b.row, rows) + b.onClash }

// add takes one row, and writes when enough are together.
func (b *bulk) add(ctx context.Context, row ...any) error {
	b.args = append(b.args, row...)
	if len(b.args) < bulkRows*b.width {
		return nil
	}
	if b.full == nil {
		var err error
		if b.full, err = b.tx.PrepareContext(ctx, b.text(bulkRows)); err != nil {
			return err
		}
	}
	_, err := b.full.ExecContext(ctx, b.args...)
	b.args = b.args[:0]
	return err
}

// flush writes what is left. The prepared statement ends with the transaction.
func (b *bulk) flush(ctx context.Context) error {
	if len(b.args) == 0 {
		return nil
	}
	_, err := b.tx.ExecContext(ctx, b.text(len(b.args)/b.width), b.args...)
	b.args = b.args[:0]
	return err
}

// wanted is a list of rows that a query looks up.
type wanted struct {
	columns []string
	args    []any
}

func (w *wanted) add(row ...any) { w.args = append(w.args, row...) }

// lookUp runs a query over the table wanted, bulkRows of its rows at a time. The
// query names wanted first in a cross join, so that each of its rows is one
// search in an index and no table is read whole.
func lookUp[T any](ctx context.Context, q querier, w wanted, read func(*sql.Rows) (T, error), query string, more ...any) ([]T, error) {
	width := len(w.columns)
	var all []T
	var statement *sql.Stmt
	prepared := 0 // rows of the statement
	for at := 0; at < len(w.args); at += bulkRows * width {
		some := w.args[at:min(at+bulkRows*width, len(w.args))]
		if rows := len(some) / width; rows != prepared {
			var err error
			if statement, err = q.PrepareContext(ctx, w.head(rows)+query); err != nil {
				return nil, err
			}
			defer statement.Close()
			prepared = rows
		}
		found, err := statement.QueryContext(ctx, append(append(make([]any, 0, len(some)+len(more)), some...), more...)...)
		if err != nil {
			return nil, err
		}
		rows, err := readAll(found, read)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

// head is the table wanted of so many rows, before a query.
func (w wanted) head(rows int) string {
	return "with wanted (" + strings.Join(w.columns, ", ") + ") as (values " + rowsOf(rowOf(len(w.columns)), rows) + ") "
}

// number reads one integer.
func number(ctx context.Context, q querier, query string, args ...any) (n int64, err error) {
	found, err := collect(ctx, q, func(rows *sql.Rows) (n int64, err error) { return n, rows.Scan(&n) }, query, args...)
	if err != nil || len(found) == 0 {
		return 0, err
	}
	return found[0], nil
}

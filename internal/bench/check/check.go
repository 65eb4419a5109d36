// Package check compares what a run published with the answer key of the
// generated files, row by row: a fast wrong answer fails.
package check

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // the driver "duckdb"
)

//go:embed sql/*.sql
var questions embed.FS

// Shown is how many differing rows are kept.
const Shown = 20

// Difference is one row that is not what the key says.
type Difference struct {
	Reconciliation, Source string
	Line                   int64
	Wanted, Found          string
}

func (d Difference) String() string {
	return fmt.Sprintf("%s %s:%d: found %q, wanted %q", d.Reconciliation, d.Source, d.Line, d.Found, d.Wanted)
}

// Error is a result that is not what the key says.
type Error struct {
	Question string // the file in sql/ that asks
	Rows     int64
	First    []Difference // at most Shown
}

func (e *Error) Error() string {
	lines := []string{fmt.Sprintf("%s: %d rows differ from the key", e.Question, e.Rows)}
	for _, d := range e.First {
		lines = append(lines, "  "+d.String())
	}
	return strings.Join(lines, "\n")
}

// Home compares the night of date (yyyy-mm-dd) that a home published with the
// key in keys: all rows read, all matches, all open entries, and breaks.csv.
// Scratch is where large comparisons spill.
func Home(ctx context.Context, home, keys, date, scratch string) error {
	lake := func(table string) string {
		return filepath.Join(home, "lake", table, "date="+date, "*.parquet")
	}
	return ask(ctx, scratch, []string{
		"create view key_row as " + csvRows(filepath.Join(keys, date+".csv")),
		"create view key_open as " + csvRows(filepath.Join(keys, "open_"+date+".csv")),
		"create view break_row as select * from read_csv(" + quoted(filepath.Join(home, "reports", date, "breaks.csv")) + ", header = true, all_varchar = true, nullstr = '\\N')",
		"create view entry as " + parquetRows(lake("entry")),
		"create view match_row as " + parquetRows(lake("match")),
		"create view open_entry as " + parquetRows(lake("open_entry")),
	}, date)
}

// csvRows reads a list of the key.
func csvRows(path string) string {
	return "select * replace (cast(line as bigint) as line) from read_csv(" + quoted(path) + ", header = true, all_varchar = true, nullstr = '\\N', delim = ',', quote = '\"')"
}

// parquetRows reads a table of the lake; the reconciliation is the file's name.
func parquetRows(glob string) string {
	return "select *, regexp_extract(filename, '([^/\\\\]+?)(-[0-9]{4})?[.]parquet$', 1) as reconciliation from read_parquet(" + quoted(glob) + ", filename = true, hive_partitioning = false)"
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// ask puts all questions to the views; the first that has an answer is the error.
func ask(ctx context.Context, scratch string, views []string, date string) error {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return err
	}
	defer db.Close()
	setup := append([]string{"set memory_limit = '4GB'", "set temp_directory = " + quoted(scratch)}, views...)
	for _, v := range append(setup, matchedView(date)) {
		if _, err := db.ExecContext(ctx, v); err != nil {
			return err
		}
	}
	names, err := fs.Glob(questions, "sql/*.sql")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := questions.ReadFile(name)
		if err != nil {
			return err
		}
		if err := differences(ctx, db, filepath.Base(name), string(text)); err != nil {
			return err
		}
	}
	return nil
}

// matchedView lists the rows of this night that stand in a match of this night.
func matchedView(date string) string {
	return "create view matched as select distinct reconciliation, 'statement' as side, statement_file_no as file_no, statement_line as line" +
		" from match_row where statement_arrived_on = date " + quoted(date) + " and statement_line is not null" +
		" union all select distinct reconciliation, 'ledger', ledger_file_no, ledger_line" +
		" from match_row where ledger_arrived_on = date " + quoted(date) + " and ledger_line is not null"
}

// differences returns the rows of one question as an Error.
func differences(ctx context.Context, db *sql.DB, name, query string) error {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer rows.Close()
	e := &Error{Question: name}
	for rows.Next() {
		var d Difference
		if err := rows.Scan(&d.Reconciliation, &d.Source, &d.Line, &d.Wanted, &d.Found); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if e.Rows++; e.Rows <= Shown {
			e.First = append(e.First, d)
		}
	}
	if err := rows.Err(); err != nil || e.Rows == 0 {
		return err
	}
	return e
}

package cli

import (
	"context"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"recon/internal/store"
	"recon/report"
)

// writeAnswer writes the answer to a question as table, csv, json or parquet.
func writeAnswer(ctx context.Context, w io.Writer, sealed *store.Sealed, format, text string, bound []any) (err error) {
	if format == "parquet" {
		return writeParquet(ctx, w, sealed, text, bound)
	}
	rows, err := sealed.Query(ctx, text, bound...)
	if err != nil {
		return usageError(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	switch format {
	case "json":
		return printJSON(w, rows)
	case "csv":
		return printCSV(w, rows)
	}
	return printTable(w, rows)
}

func writeParquet(ctx context.Context, w io.Writer, sealed *store.Sealed, text string, bound []any) error {
	name, err := sealed.Copy(ctx, text, bound...)
	if err != nil {
		return usageError(err)
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(w, file)
	return err
}

// eachRow calls fn with the cells of every row.
func eachRow(rows *sql.Rows, fn func(cells []any) error) error {
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	cells, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i := range cells {
			cells[i] = plain(cells[i])
		}
		if err := fn(cells); err != nil {
			return err
		}
	}
	return rows.Err()
}

// plain turns a driver's value into one that prints the same everywhere.
func plain(v any) any {
	switch v := v.(type) {
	case time.Time:
		if v.Equal(v.Truncate(24 * time.Hour)) {
			return v.Format(time.DateOnly)
		}
		return v.Format(time.RFC3339Nano)
	case *big.Int:
		return json.Number(v.String())
	case []byte:
		return string(v)
	case duckdb.Decimal:
		return json.Number(v.String())
	case []any, map[string]any, duckdb.Map:
		if text, err := json.Marshal(v); err == nil {
			return string(text)
		}
		return fmt.Sprint(v)
	}
	return v
}

// texts are cells as text; those that were text go through safe, as files come
// from outside.
func texts(cells []any, safe func(string) string) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case nil:
		case string:
			out[i] = safe(c)
		default:
			out[i] = fmt.Sprint(c)
		}
	}
	return out
}

func printTable(w io.Writer, rows *sql.Rows) error {
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(columns, "\t"))
	err = eachRow(rows, func(cells []any) error {
		_, err := fmt.Fprintln(t, strings.Join(texts(cells, report.Printable), "\t"))
		return err
	})
	if err != nil {
		return err
	}
	return t.Flush()
}

func printCSV(w io.Writer, rows *sql.Rows) error {
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return err
	}
	if err := eachRow(rows, func(cells []any) error { return out.Write(texts(cells, report.FormulaSafe)) }); err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

// printJSON writes one object per line, so that a million rows need no memory.
func printJSON(w io.Writer, rows *sql.Rows) error {
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return eachRow(rows, func(cells []any) error {
		row := make(map[string]any, len(columns))
		for i, c := range columns {
			row[c] = cells[i]
		}
		return e.Encode(row)
	})
}

package cli

import (
	"context"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"recon/internal/chain"
	"recon/internal/config"
	"recon/internal/state"
	"recon/internal/store"
)

func (a *app) queryCommand() *cobra.Command {
	var asCSV bool
	c := &cobra.Command{
		Use:   `query "select ..."`,
		Short: "Ask the published tables a question in SQL",
		Long: "Query reads the current version of every published day, consistent across tables:\n" +
			strings.Join(chain.Tables, ", ") + ". Every table has the columns date and reconciliation.",
		Example: `  recon query "select date, reason, count(*) as breaks from break group by all order by all"
  recon query --csv "select * from open_entry where date = '2026-08-15'"`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := a.load()
			if err != nil {
				return err
			}
			return a.query(c.Context(), cfg, args[0], asCSV)
		},
	}
	c.Flags().BoolVar(&asCSV, "csv", false, "print CSV")
	return c
}

func (a *app) query(ctx context.Context, cfg *config.Config, text string, asCSV bool) error {
	st, err := state.Open(ctx, filepath.Join(cfg.Home, "state.db"), true)
	if err != nil {
		return err
	}
	defer st.Close()
	ws, err := store.Open(ctx, store.Options{Memory: cfg.Limits.Memory, Threads: cfg.Limits.Threads})
	if err != nil {
		return err
	}
	defer ws.Close()
	if err := viewLake(ctx, st, ws, cfg.Home); err != nil {
		return err
	}
	rows, err := ws.DB().QueryContext(ctx, text)
	if err != nil {
		return usageError(err)
	}
	defer rows.Close()
	switch {
	case a.json:
		return printJSON(a.stdout, rows)
	case asCSV:
		return printCSV(a.stdout, rows)
	}
	return printTable(a.stdout, rows)
}

// viewLake makes a view over the current files of every published table.
func viewLake(ctx context.Context, st *state.State, ws *store.Store, home string) error {
	rows, err := st.CurrentFiles(ctx)
	if err != nil {
		return err
	}
	files := map[string][]string{}
	for _, r := range rows {
		files[r.Table] = append(files[r.Table], filepath.Join(home, r.Path))
	}
	return ws.ViewLake(ctx, files)
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
	}
	return v
}

func texts(cells []any) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		if c != nil {
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
		_, err := fmt.Fprintln(t, strings.Join(texts(cells), "\t"))
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
	if err := eachRow(rows, func(cells []any) error { return out.Write(texts(cells)) }); err != nil {
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

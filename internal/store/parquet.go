package store

import (
	"context"
	"errors"
	"strings"

	"recon/internal/calendar"
)

// Part is the Parquet files of one day.
type Part struct {
	Date  calendar.Date
	Files []string
}

// ViewParts makes a view over Parquet files. Each part's date stands in a
// column called dateColumn; an empty name leaves the column out. Without any file the view is the empty
// table of the shared schema called template; without a template either, that
// is an error.
func (s *Store) ViewParts(ctx context.Context, view, template, dateColumn string, parts []Part) error {
	var selects []string
	for _, p := range parts {
		if len(p.Files) == 0 {
			continue
		}
		columns := ""
		if dateColumn != "" {
			columns += "date " + quote(p.Date.String()) + " as " + dateColumn + ", "
		}
		selects = append(selects, "select "+columns+"* from read_parquet("+list(p.Files)+", hive_partitioning=false)")
	}
	if len(selects) == 0 {
		return s.emptyView(ctx, view, template)
	}
	return s.Exec(ctx, "create or replace view "+view+" as "+strings.Join(selects, " union all by name "))
}

// InsertFiles adds the rows of Parquet files to a table, in the order of files.
func (s *Store) InsertFiles(ctx context.Context, table string, columns, files []string) error {
	if len(files) == 0 {
		return nil
	}
	names := strings.Join(columns, ", ")
	return s.Exec(ctx, "insert into "+table+" ("+names+") select "+names+" from read_parquet("+list(files)+", hive_partitioning=false)")
}

// emptyView makes view an empty table with template's columns.
func (s *Store) emptyView(ctx context.Context, view, template string) error {
	if template == "" {
		return errors.New(view + ": no file to read")
	}
	text, err := schema.ReadFile("schema/" + template + ".sql")
	if err != nil {
		return err
	}
	return s.Exec(ctx, strings.Replace(string(text), "create table "+template, "create table "+view, 1))
}

// quote makes a SQL text literal.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// list makes a SQL list of text literals.
func list(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = quote(t)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

package store

import (
	"context"
	"regexp"
	"slices"
	"strings"
)

// ofDay reports whether a reconciliation's day publishes the table; otherwise
// a payout batch does.
func (t LakeTable) ofDay() bool { return slices.Contains(t.Key, "reconciliation") }

// AllColumns are the columns by which the table is read: date, for tables of a
// day the reconciliation, then its own.
func (t LakeTable) AllColumns() []LakeColumn {
	columns := []LakeColumn{{"date", "DATE", false, "day that published the row; the folder of the file"}}
	if t.ofDay() {
		columns = append(columns, LakeColumn{"reconciliation", "VARCHAR", false, "name of the reconciliation in the configuration"})
	}
	return append(columns, t.Columns...)
}

// view is the text of a view over source, a query over files of the table. It
// has all columns of the table in their order, null where a file was written
// before the column was added.
func (t LakeTable) view(source string) string {
	names := make([]string, 0, len(t.Columns)+2)
	for _, c := range t.AllColumns() {
		names = append(names, c.Name)
	}
	text := t.empty()
	if source != "" {
		text += " union all by name " + source
	}
	return "select " + strings.Join(names, ", ") + " from (" + text + ")"
}

// empty is a query of all columns and no row.
func (t LakeTable) empty() string {
	var columns []string
	for _, c := range t.AllColumns() {
		columns = append(columns, "cast(null as "+c.Type+") as "+c.Name)
	}
	return "select " + strings.Join(columns, ", ") + " where false"
}

// ViewLake makes the views of the published tables that a question names, or of
// all when it names none: a view opens each file of its table. Files are the
// current files of each table, by their paths in versions. A table without a
// file is empty. The date of a file is its folder, so that a filter on it
// passes over other files.
func (s *Store) ViewLake(ctx context.Context, question string, files map[string][]string) error {
	tables, err := LakeTables()
	if err != nil {
		return err
	}
	named := namedIn(question, tables)
	for name, t := range tables {
		if len(named) > 0 && !named[name] {
			continue
		}
		source := ""
		if paths := files[name]; len(paths) > 0 {
			source = "select cast(split_part(filename, '/', -2) as date) as date, * exclude (filename) from read_parquet(" + list(paths) +
				", union_by_name = true, hive_partitioning = false, filename = true)"
		}
		if err := s.Exec(ctx, "create view "+name+" as "+t.view(source)); err != nil {
			return err
		}
	}
	return nil
}

var words = regexp.MustCompile(`\w+`)

// namedIn are the tables whose name is a word of a text.
func namedIn(text string, tables map[string]LakeTable) map[string]bool {
	named := map[string]bool{}
	for _, word := range words.FindAllString(strings.ToLower(text), -1) {
		if _, known := tables[word]; known {
			named[word] = true
		}
	}
	return named
}

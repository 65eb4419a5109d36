package store

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"recon/internal/golden"
)

const (
	document    = "../../docs/lake.md"
	tablesBegin = "<!-- tables: begin -->\n"
	tablesEnd   = "<!-- tables: end -->\n"
)

// The tables of docs/lake.md are written from the schema files.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), tablesBegin)
	_, tail, ended := strings.Cut(rest, tablesEnd)
	if !found || !ended {
		t.Fatalf("%s has no %q and %q", document, tablesBegin, tablesEnd)
	}
	golden.Check(t, document, []byte(head+tablesBegin+describeTables(t)+tablesEnd+tail))
}

func describeTables(t *testing.T) string {
	var b strings.Builder
	for _, day := range []bool{true, false} {
		title := "Tables of a payout batch"
		if day {
			title = "Tables of a reconciliation's day"
		}
		fmt.Fprintf(&b, "## %s\n\n", title)
		for _, table := range sortedTables(t) {
			if table.ofDay() == day {
				describeTable(&b, table)
			}
		}
	}
	return b.String()
}

func describeTable(b *strings.Builder, t LakeTable) {
	fmt.Fprintf(b, "### %s\n\n%s.\n\nKey: %s.", t.Name, strings.ToUpper(t.Grain[:1])+t.Grain[1:], strings.Join(t.Key, ", "))
	if t.Notes != "" {
		fmt.Fprintf(b, " %s", t.Notes)
	}
	b.WriteString("\n\n| column | type | unit | what it is |\n|---|---|---|---|\n")
	for _, c := range t.AllColumns() {
		kind := c.Type
		if c.Nullable && t.ofDay() {
			kind += ", null"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", c.Name, kind, c.unit(), strings.ReplaceAll(c.Text, "|", "\\|"))
	}
	b.WriteString("\n")
}

// unit is what a column's number counts.
func (c LakeColumn) unit() string {
	switch {
	case strings.HasSuffix(c.Name, "_minor"):
		return "minor units of its currency"
	case c.Type == "BIGINT" && (strings.HasSuffix(c.Name, "_at") || c.Name == "oldest" || c.Name == "newest"):
		return "microseconds since 1970-01-01 UTC"
	case c.Type == "DATE":
		return "day"
	case slices.Contains([]string{"bytes", "entries", "ignored", "unclaiming", "rows_read"}, c.Name):
		return map[bool]string{true: "bytes", false: "rows"}[c.Name == "bytes"]
	case slices.Contains([]string{"found_value", "least", "most"}, c.Name):
		return "rows or minor units"
	}
	return ""
}

func sortedTables(t *testing.T) (list []LakeTable) {
	tables, err := LakeTables()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		list = append(list, tables[name])
	}
	return list
}

// Whoever reads a table must find what it is, and what each column is.
func TestTablesAreDescribed(t *testing.T) {
	for _, table := range sortedTables(t) {
		columns := map[string]bool{}
		for _, c := range table.AllColumns() {
			columns[c.Name] = true
			if c.Text == "" {
				t.Errorf("%s.%s: no text in schema/%s.sql", table.Name, c.Name, table.schema)
			}
		}
		if table.Grain == "" || len(table.Key) == 0 {
			t.Errorf("%s: wanted the lines writes, with the grain in brackets, and key", table.Name)
		}
		for _, k := range table.Key {
			if !columns[k] {
				t.Errorf("%s: the key has %s, which is no column", table.Name, k)
			}
		}
	}
}

// Columns are only ever added: what is listed stays, under its name and type.
// With -update new columns are added to the list, and none leaves it.
func TestColumnsAreOnlyAdded(t *testing.T) {
	const list = "testdata/columns.txt"
	known, err := os.ReadFile(list)
	if err != nil && !golden.Update() {
		t.Fatal(err)
	}
	now := map[string]bool{}
	for _, table := range sortedTables(t) {
		for _, c := range table.AllColumns() {
			now[table.Name+" "+c.Name+" "+c.Type] = true
		}
	}
	for line := range strings.Lines(string(known)) {
		if line = strings.TrimSpace(line); !now[line] {
			t.Errorf("%q is published and is gone or has another type now: who reads the lake relies on it", line)
		}
	}
	if !t.Failed() {
		golden.Check(t, list, []byte(strings.Join(slices.Sorted(maps.Keys(now)), "\n")+"\n"))
	}
}

// A file written before a column was added is read with those that have it,
// whichever comes first.
func TestFilesOfEarlierBuildsAreRead(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	home := t.TempDir()
	for _, place := range []string{"versions/repeated", "lake/repeated"} {
		for name, query := range map[string]string{
			"%s2026-08-15/a.parquet": "select 'a' as reconciliation, 1 as file_no, 'CNY' as currency, 5::bigint as gross_minor",
			"%s2026-08-15/b.parquet": "select 'b' as reconciliation, 1 as file_no, 7::bigint as line, 'repeated' as how, 'CNY' as currency, 6::bigint as gross_minor, 9 as later",
		} {
			prefix := map[bool]string{true: "date=", false: ""}[strings.HasPrefix(place, "lake")]
			file := filepath.Join(home, place, fmt.Sprintf(name, prefix))
			must(t, os.MkdirAll(filepath.Dir(file), 0o750))
			must(t, s.Exec(ctx, "copy ("+query+") to "+quote(file)))
		}
	}
	must(t, s.ViewLake(ctx, "", map[string][]string{"repeated": {home + "/versions/repeated/2026-08-15/a.parquet", home + "/versions/repeated/2026-08-15/b.parquet"}}))
	must(t, WriteCatalogue(ctx, home))
	must(t, s.Exec(ctx, "attach "+quote(filepath.Join(home, "lake", Catalogue))+" as lake (read_only)"))
	must(t, s.Exec(ctx, "set variable lake = "+quote(filepath.Join(home, "lake"))))
	for _, view := range []string{"repeated", "lake.repeated"} {
		var got string
		must(t, s.DB().QueryRowContext(ctx, "select string_agg(concat_ws(' ', date, reconciliation, line, gross_minor), ', ' order by reconciliation) from "+view).Scan(&got))
		if want := "2026-08-15 a 5, 2026-08-15 b 7 6"; got != want {
			t.Errorf("%s: read %q, wanted %q", view, got, want)
		}
	}
}

// The catalogue is written when a table gets its first file, not every night.
func TestCatalogueIsWrittenOnce(t *testing.T) {
	ctx, home := context.Background(), t.TempDir()
	must(t, os.MkdirAll(filepath.Join(home, "lake"), 0o750))
	must(t, WriteCatalogue(ctx, home))
	file := filepath.Join(home, "lake", Catalogue)
	first, err := os.Stat(file)
	must(t, err)
	must(t, WriteCatalogue(ctx, home))
	if again, err := os.Stat(file); err != nil || !os.SameFile(first, again) {
		t.Errorf("written again although nothing changed: %v", err)
	}
	folder := filepath.Join(home, "lake", "run", "date=2026-08-15")
	must(t, os.MkdirAll(folder, 0o750))
	must(t, os.WriteFile(filepath.Join(folder, "a.parquet"), nil, 0o640))
	must(t, WriteCatalogue(ctx, home))
	if again, err := os.Stat(file); err != nil || os.SameFile(first, again) {
		t.Errorf("not written although a table has its first file: %v", err)
	}
	if text, err := os.ReadFile(file); err != nil || bytes.Contains(text, []byte(home)) {
		t.Errorf("the catalogue holds the path of its home, which may move (%v)", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A view opens the files of its table, so only those that are asked for are made.
func TestViewsOfWhatIsNamed(t *testing.T) {
	ctx := context.Background()
	for question, want := range map[string]int{`select count(*) from "RUN" as r join break using (date)`: 2, "show tables": 23, "select * from runs": 23} {
		s, err := Open(ctx, Options{})
		must(t, err)
		must(t, s.ViewLake(ctx, question, nil))
		var views int
		must(t, s.DB().QueryRowContext(ctx, "select count(*) from duckdb_views() where not internal").Scan(&views))
		if views != want {
			t.Errorf("%s: %d views, wanted %d", question, views, want)
		}
		must(t, s.Close())
	}
}

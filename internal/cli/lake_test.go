package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/google/go-cmp/cmp"

	"recon/internal/store"
	"recon/internal/tool"
)

// demoHome is the company of the demo, its nights and months done.
func demoHome(t *testing.T) string {
	t.Helper()
	home := filepath.Join(t.TempDir(), "shop")
	a := &app{stdout: io.Discard, stderr: io.Discard}
	if err := a.demo(context.Background(), home); err != nil {
		t.Fatal(err)
	}
	return home
}

// queried is what recon query prints.
func queried(t *testing.T, home string, f queryFlags, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	a := &app{stdout: &out, stderr: io.Discard, configPath: filepath.Join(home, "recon.yaml"), unsafeFS: true}
	if err := a.query(context.Background(), f, args); err != nil {
		t.Fatalf("%s %v: %v", f.name, args, err)
	}
	return out.String()
}

// summed are columns whose sum every reader must find.
var summed = []string{
	"entry.gross_minor", "match.statement_line", "break.difference_minor", "open_entry.net_minor", "statement.bytes", "gate_check.found_value",
	"fee.fee_minor", "run.version", "proof.closing_minor", "payout.amount_minor", "payout_event.event_seq", "posting.amount_minor", "payee_balance.closing_minor",
}

// TestLake looks at the lake of the demo's company from all sides.
func TestLake(t *testing.T) {
	t.Parallel()
	home := demoHome(t)
	t.Run("columns", func(t *testing.T) { publishedAsDescribed(t, home) })
	t.Run("fees", func(t *testing.T) { feesAreThoseOfEntries(t, home) })
	t.Run("questions", func(t *testing.T) { namedQuestionsAnswer(t, home) })
	t.Run("guide", func(t *testing.T) { guideIsTrue(t, home) })
	t.Run("readers", func(t *testing.T) { readersAgree(t, home) })
}

// guideIsTrue asks every question of the guide for analysts and compares the
// answer with the one printed below it.
func guideIsTrue(t *testing.T, home string) {
	text, err := os.ReadFile("../../docs/analysts.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile("(?s)```sql\n(.*?)```\n\n```\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(examples) < 5 {
		t.Fatalf("%d examples, wanted 5", len(examples))
	}
	trailing := regexp.MustCompile(` +\n`)
	for _, x := range examples {
		got := trailing.ReplaceAllString(queried(t, home, queryFlags{output: "table"}, x[1]), "\n")
		if diff := cmp.Diff(x[2], got); diff != "" {
			t.Errorf("%s(-guide +recon query):\n%s", x[1], diff)
		}
	}
}

// readersAgree reads a lake that was moved with DuckDB, Arrow, pandas and polars.
func readersAgree(t *testing.T, home string) {
	moved := home + "-moved"
	if err := os.Rename(home, moved); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, name := range summed {
		table, column, _ := strings.Cut(name, ".")
		answer := queried(t, moved, queryFlags{output: "csv"}, "select count(*), coalesce(sum("+column+"), 0), max(date) from "+table)
		line := strings.ReplaceAll(strings.Split(answer, "\n")[1], ",", " ")
		for _, reader := range []string{"arrow", "duckdb_glob", "pandas", "pyarrow", "polars", "catalogue", "catalogue_from_home", "attached"} {
			want = append(want, reader+" "+table+" "+line)
		}
	}
	read := exec.Command(tool.Python(t), append([]string{"testdata/lake/read.py", moved}, summed...)...)
	out, err := read.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, name := range summed {
		got = append(got, readWithArrow(t, moved, name))
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-recon query +readers):\n%s", diff)
	}
}

// readWithArrow sums a column of a table's files with Arrow's own reader.
func readWithArrow(t *testing.T, home, name string) string {
	t.Helper()
	table, column, _ := strings.Cut(name, ".")
	files, err := filepath.Glob(filepath.Join(home, "lake", table, "date=*", "*.parquet"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no files (%v)", table, err)
	}
	rows, sum, last := int64(0), int64(0), ""
	for _, path := range files {
		n, s := sumWithArrow(t, path, column)
		rows, sum = rows+n, sum+s
		if date := strings.TrimPrefix(filepath.Base(filepath.Dir(path)), "date="); n > 0 && date > last {
			last = date
		}
	}
	return fmt.Sprintf("arrow %s %d %d %s", table, rows, sum, last)
}

func sumWithArrow(t *testing.T, path, column string) (rows, sum int64) {
	t.Helper()
	open, err := file.OpenParquetFile(path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	reader, err := pqarrow.NewFileReader(open, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		t.Fatal(err)
	}
	read, err := reader.ReadTable(context.Background())
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	defer read.Release()
	at := read.Schema().FieldIndices(column)
	for _, chunk := range read.Column(at[0]).Data().Chunks() {
		numbers := chunk.(*array.Int64)
		for i := range numbers.Len() {
			if !numbers.IsNull(i) {
				sum += numbers.Value(i)
			}
		}
	}
	return read.NumRows(), sum
}

// publishedAsDescribed holds every file of a lake against the
// columns that docs/lake.md lists, and the rows against the keys.
func publishedAsDescribed(t *testing.T, home string) {
	tables, err := store.LakeTables()
	if err != nil {
		t.Fatal(err)
	}
	ws, err := store.Open(context.Background(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	for name, table := range tables {
		var want []string
		for _, c := range table.AllColumns() {
			want = append(want, c.Name+" "+c.Type)
		}
		files := filepath.Join(home, "lake", name, "*", "*.parquet")
		rows, err := ws.DB().Query("select column_name || ' ' || column_type from (describe select date, * exclude (date) from read_parquet('" + files + "', hive_types = {'date': date}))")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for rows.Next() {
			var column string
			if err := rows.Scan(&column); err != nil {
				t.Fatal(err)
			}
			got = append(got, column)
		}
		rows.Close()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-described +published):\n%s", name, diff)
		}
		keys := queried(t, home, queryFlags{output: "csv"}, "select count(*) - count(distinct ("+strings.Join(table.Key, ", ")+")) from "+name)
		if strings.Split(keys, "\n")[1] != "0" {
			t.Errorf("%s: rows that share the key %v: %s", name, table.Key, keys)
		}
	}
	folders, err := os.ReadDir(filepath.Join(home, "lake"))
	for _, f := range folders {
		if _, known := tables[f.Name()]; f.IsDir() && !known {
			t.Errorf("%s is published and not described", f.Name())
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// feesAreThoseOfEntries holds the sums counted while reading against the rows.
func feesAreThoseOfEntries(t *testing.T, home string) {
	const sums = "select date, reconciliation, file_no, kind, currency, sum(%s) as entries, sum(gross_minor) as gross, sum(fee_minor) as fee, sum(net_minor) as net from %s group by all order by all"
	counted := queried(t, home, queryFlags{output: "csv"}, fmt.Sprintf(sums, "entries", "fee"))
	summed := queried(t, home, queryFlags{output: "csv"}, fmt.Sprintf(sums, "1", "entry where side = 'statement'"))
	if diff := cmp.Diff(summed, counted); diff != "" || strings.Count(counted, "\n") < 10 {
		t.Errorf("(-entry +fee):\n%s", diff)
	}
}

var parameter = regexp.MustCompile(`\$(\w+)`)

// namedQuestionsAnswer asks every question and holds what its file says it needs against what it uses.
func namedQuestionsAnswer(t *testing.T, home string) {
	order := strings.Fields(queried(t, home, queryFlags{output: "csv"}, "select order_ref from break where reason = 'duplicate' and reconciliation = 'alipay' order by all limit 1"))[1]
	id := strings.Fields(queried(t, home, queryFlags{output: "csv"}, "select break_id from break where reason = 'ambiguous' order by all limit 1"))[1]
	args := map[string]string{"order": "order=" + order, "break": "break=" + id}
	all, err := namedQuestions()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range all {
		if q.title == "" {
			t.Errorf("%s: no title", q.name)
		}
		needed := []string{"from", "to"}
		f := queryFlags{name: q.name, output: "json"}
		for _, a := range q.args {
			needed = append(needed, a.name)
			if value, ok := args[a.name]; ok {
				f.args = append(f.args, value)
			} else if a.fallback == "" {
				t.Errorf("%s: nothing to try %s with", q.name, a.name)
			}
		}
		for _, found := range parameter.FindAllStringSubmatch(q.text, -1) {
			if !slices.Contains(needed, found[1]) {
				t.Errorf("%s: uses $%s, which no arg line names", q.name, found[1])
			}
		}
		answer := queried(t, home, f)
		rows := strings.Count(answer, "\n")
		if rows == 0 && q.name != "pending_due" {
			t.Errorf("%s: no row", q.name)
		}
		for line := range strings.Lines(answer) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%s: %s is no JSON", q.name, line)
			}
		}
	}
}

package match

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"recon/internal/calendar"
	"recon/internal/golden"
	"recon/internal/store"
)

// shown are the tables of a case as people read them: a row stands as
// file:line, with its date before it when it did not arrive on the day.
var shown = []struct{ table, query string }{
	{"match", `select coalesce(pos(statement_arrived_on, statement_file_no, statement_line), '') as statement,
		coalesce(pos(ledger_arrived_on, ledger_file_no, ledger_line), '') as ledger, rule, group_no, difference_minor
		from match order by statement_arrived_on nulls last, statement_file_no, statement_line, ledger_arrived_on nulls last, ledger_file_no, ledger_line`},
	{"break", `select break_id, reason, provider, account_last4, kind, order_ref, refund_ref, currency, statement_minor, ledger_minor, difference_minor,
		business_date, first_seen, due_on, status, pos(statement_arrived_on, statement_file_no, statement_line) as statement,
		pos(ledger_arrived_on, ledger_file_no, ledger_line) as ledger, detail
		from break order by first_seen, statement_arrived_on nulls last, statement_line, ledger_arrived_on, ledger_file_no, ledger_line`},
	{"closed", `select break_id, how, rule, decision, decision_no, into_break_id, pos(arrived_on, file_no, line) as row, reason, first_seen, currency, difference_minor
		from closed order by break_id`},
	{"closed_entry", `select break_id, decision, decision_no, closed_on, side, order_ref, gross_minor from closed_entry order by entry_id`},
	{"repeated", `select file_no, line, how, gross_minor from repeated order by all`},
	{"reopened", `select pos(arrived_on, file_no, line) as row, side, cause, replaced from reopened order by all`},
	{"by_nature", `select * from by_nature order by all`},
	{"chargeback", `select line, file, ref, currency, gross_minor, account_last4 from chargeback order by all`},
	{"proof", `select * from proof order by all`},
}

const pos = `create macro pos(d, f, l) as
	case when d = (select business_date from run) then '' else strftime(d, '%m-%d/') end || f || ':' || l`

// TestRules runs every case of testdata: days one after the other, each with
// what is given and what is wanted of it.
func TestRules(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	must(t, err)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			must(t, err)
			got := runCase(t, archive)
			if golden.Update() {
				must(t, os.WriteFile(path, txtar.Format(got), 0o644))
				return
			}
			if diff := cmp.Diff(string(txtar.Format(archive)), string(txtar.Format(got))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// runCase runs the days of a case and returns the case with the tables it
// made in the place of those it wants.
func runCase(t *testing.T, archive *txtar.Archive) *txtar.Archive {
	got := &txtar.Archive{Comment: archive.Comment}
	c := &chain{dir: t.TempDir()}
	for len(archive.Files) > len(got.Files) {
		g, rest := takeDay(t, archive, got)
		ws, summary, err := c.run(t, g)
		must(t, err)
		checkSummary(t, summary)
		got.Files = append(got.Files, wanted(t, ws, g.date)...)
		archive = &txtar.Archive{Files: append(append([]txtar.File{}, got.Files...), rest...)}
	}
	return got
}

// takeDay reads the given files of the next day into got and the day; rest is
// what follows its wanted files.
func takeDay(t *testing.T, archive, got *txtar.Archive) (given, []txtar.File) {
	files := archive.Files[len(got.Files):]
	day, _, _ := strings.Cut(files[0].Name, "/")
	date, err := calendar.Parse(day)
	must(t, err)
	g := given{date: date, tables: map[string][]record{}}
	for len(files) > 0 && strings.HasPrefix(files[0].Name, day+"/") {
		if table, ok := strings.CutPrefix(files[0].Name, day+"/given/"); ok {
			g.tables[strings.TrimSuffix(table, ".csv")] = readCSV(t, files[0].Data)
			got.Files = append(got.Files, files[0])
		}
		files = files[1:]
	}
	return g, files
}

func readCSV(t *testing.T, data []byte) []record {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	must(t, err)
	var list []record
	for _, row := range rows[1:] {
		r := record{}
		for i, column := range rows[0] {
			r[column] = row[i]
		}
		list = append(list, r)
	}
	return list
}

// wanted prints the tables of a day; those without rows are left out.
func wanted(t *testing.T, ws *store.Store, date calendar.Date) []txtar.File {
	must(t, ws.Exec(context.Background(), pos))
	var files []txtar.File
	for _, s := range shown {
		if data, rows := printCSV(t, ws, s.query); rows > 0 {
			files = append(files, txtar.File{Name: date.String() + "/want/" + s.table + ".csv", Data: data})
		}
	}
	return files
}

func printCSV(t testing.TB, ws *store.Store, query string) ([]byte, int) {
	t.Helper()
	rows, err := ws.DB().QueryContext(context.Background(), "select columns(*)::varchar from ("+query+")")
	must(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	must(t, err)
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	must(t, w.Write(columns))
	n := 0
	for ; rows.Next(); n++ {
		cells, values := make([]*string, len(columns)), make([]any, len(columns))
		for i := range cells {
			values[i] = &cells[i]
		}
		must(t, rows.Scan(values...))
		line := make([]string, len(columns))
		for i, cell := range cells {
			if cell != nil {
				line[i] = *cell
			}
		}
		must(t, w.Write(line))
	}
	must(t, rows.Err())
	w.Flush()
	return out.Bytes(), n
}

// checkSummary holds the figures against each other.
func checkSummary(t *testing.T, s Summary) {
	t.Helper()
	var breaks int64
	for _, n := range s.Reasons {
		breaks += n
	}
	if s.Carried.In+s.Carried.New-s.Carried.Closed != s.Carried.Out || s.Carried.Out != breaks {
		t.Errorf("carried %+v, breaks %d: in + new - closed is not out, or out is not the breaks", s.Carried, breaks)
	}
	for _, p := range s.Proof {
		if p.Opening+p.Statement-p.ByNature-p.Ledger-p.Tolerance-p.ClosedByPeople != p.Closing {
			t.Errorf("proof of %s does not add up: %+v", p.Currency, p)
		}
	}
}

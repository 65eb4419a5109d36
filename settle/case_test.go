package settle

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"recon/internal/golden"
	"recon/internal/store"
)

// shown are the tables of a case as people read them.
var shown = []struct{ table, query string }{
	{"payout_plan", "select * from payout_plan order by item"},
	{"skip_plan", "select * from skip_plan order by payee, currency"},
	{"payee_balance", "select * from payee_balance order by payee, currency"},
	{"counted_entry", `select entry_id, payee, currency, kind, amount_minor, change_minor, when_at(occurred_at) as at, order_ref, file_no || ':' || line as row
		from counted_entry order by entry_id, payee, currency`},
	{"held_entry", `select entry_id, payee, currency, kind, amount_minor, order_ref, reconciliation, reason, break_id
		from held_entry order by entry_id`},
	{"restated", `select entry_id, payee, currency, change, was_minor, now_minor, was_payee, was_currency, was_kind, when_at(was_at) as was_at,
		when_at(now_at) as now_at, content from restated order by entry_id`},
	{"early_entry", "select entry_id, payee, currency, kind, amount_minor, when_at(occurred_at) as at from early_entry order by entry_id"},
	{"destination_plan", "select * from destination_plan order by payee, currency"},
	{"batch_total", "select * from batch_total order by currency"},
}

const whenAt = `create macro when_at(micros) as strftime(make_timestamp(micros), '%Y-%m-%d %H:%M:%S.%f')`

// TestCases runs every case of testdata: batches one after the other, each
// with what is given and what is wanted of it. A case that names the tables it
// is about in its first line, like [skip_plan], shows only these.
func TestCases(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	must(t, err)
	if len(paths) < 20 {
		t.Fatalf("found %d cases, wanted all of them", len(paths))
	}
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

// runCase runs the batches of a case and returns the case with the tables it
// made in the place of those it wants.
func runCase(t *testing.T, archive *txtar.Archive) *txtar.Archive {
	m, got := newMonths(), &txtar.Archive{Comment: archive.Comment}
	for files := archive.Files; len(files) > 0; {
		batch, _, _ := strings.Cut(files[0].Name, "/")
		g := given{period: batch[:7], part: 1, tables: map[string][]record{}}
		if len(batch) > 7 {
			g.part = int(number(batch[8:]))
		}
		for len(files) > 0 && strings.HasPrefix(files[0].Name, batch+"/") {
			if table, ok := strings.CutPrefix(files[0].Name, batch+"/given/"); ok {
				g.tables[strings.TrimSuffix(table, ".csv")] = readCSV(t, files[0].Data)
				got.Files = append(got.Files, files[0])
			}
			files = files[1:]
		}
		ws, summary, err := m.run(t, g)
		must(t, err)
		checkSummary(t, ws, summary)
		got.Files = append(got.Files, wanted(t, ws, batch, string(archive.Comment))...)
	}
	return got
}

// wanted prints the tables of a batch; those without rows are left out.
func wanted(t *testing.T, ws *store.Store, batch, comment string) []txtar.File {
	must(t, ws.Exec(context.Background(), whenAt))
	var files []txtar.File
	about, _, _ := strings.Cut(comment, "\n")
	for _, s := range shown {
		if strings.HasPrefix(about, "[") && !strings.Contains(" "+strings.Trim(about, "[]")+" ", " "+s.table+" ") {
			continue
		}
		if data, rows := printCSV(t, ws, s.query); rows > 0 {
			files = append(files, txtar.File{Name: batch + "/want/" + s.table + ".csv", Data: data})
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

// checkSummary holds the figures against the tables.
func checkSummary(t *testing.T, ws *store.Store, s Summary) {
	t.Helper()
	count := func(query string) int64 { return number(rowsOf(t, ws, "select count(*) as n from "+query)[0]["n"]) }
	var skips, early, payouts, sum, paid int64
	for _, n := range s.Skipped {
		skips += n
	}
	for _, e := range s.Early {
		early += e.Count
	}
	for _, total := range s.Totals {
		payouts, paid = payouts+total.Payouts, paid+total.AmountMinor
	}
	for _, p := range rowsOf(t, ws, "select amount_minor from payout_plan") {
		sum += number(p["amount_minor"])
	}
	for _, c := range []struct {
		what      string
		got, want int64
	}{
		{"payouts", s.Payouts, count("payout_plan")}, {"reviews", s.Reviews, count("payout_plan where status = 'review'")},
		{"skips", skips, count("skip_plan")}, {"restated", s.Restated, count("restated")}, {"held", s.Held, count("held_entry")},
		{"early", s.EarlyRows, count("early_entry")}, {"early by currency", early, s.EarlyRows}, {"payouts by currency", payouts, s.Payouts},
		{"paid by currency", paid, sum}, {"oldest early", int64(len(s.OldestEarly)), min(s.EarlyRows, 10)},
	} {
		if c.got != c.want {
			t.Errorf("summary: %s: %s, wanted %s", c.what, strconv.FormatInt(c.got, 10), strconv.FormatInt(c.want, 10))
		}
	}
}

package ingest

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"recon/internal/config"
)

// csvConfig maps three columns; the rest of a file is free text.
func csvConfig() *config.Config {
	return &config.Config{
		Sources: []config.Source{{
			Name: "x", Side: "ledger", Format: TableID, Zone: "UTC",
			Table: &config.Table{
				EntryID: config.Field{Column: "id"}, Kind: config.Choice{Const: "payment"}, OrderRef: config.Field{Column: "order ref"},
				Amount: config.Amount{Column: "amount", Unit: "minor"}, Currency: config.Field{Const: "EUR"}, Status: config.Choice{Const: "paid"},
				OccurredAt: config.Instant{Column: "time", Layout: "unix"},
			},
		}},
		Reconciliations: []config.Reconciliation{{Name: "shop", Ledger: []config.LedgerUse{{Source: "x"}}}},
	}
}

// inspectExport reads a text as an export of csvConfig, without a workspace.
func inspectExport(t interface{ Fatal(...any) }, path string, text []byte) Receipt {
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := csvConfig()
	file := File{Source: cfg.Source("x"), Format: NewTable(cfg, "shop", 0), Side: Ledger, Path: path, Name: "x.csv"}
	receipts, err := Inspect(context.Background(), file, Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	return receipts[0]
}

var anyText = rapid.StringOfN(rapid.SampledFrom([]rune("ab ,;\t\"\"\n中💶'|\\0")), 0, 12, -1)

// What encoding/csv writes is read as it was, whatever the separator, the line
// ends and the place of the columns; spaces around a cell do not count.
func TestCSVIsReadAsItWasWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv")
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.Permutation([]string{"id", "order ref", "amount", "time", "note", `the "other", one`}).Draw(t, "columns")
		var out bytes.Buffer
		w := csv.NewWriter(&out)
		w.Comma = rapid.SampledFrom([]rune{',', ';', '\t'}).Draw(t, "comma")
		w.UseCRLF = rapid.Bool().Draw(t, "crlf")
		if rapid.Bool().Draw(t, "mark") {
			out.WriteString("\xef\xbb\xbf")
		}
		records := [][]string{names}
		rows := rapid.IntRange(1, 9).Draw(t, "rows")
		for i := range rows {
			values := map[string]string{"id": fmt.Sprint("i", i), "amount": fmt.Sprint(i), "time": "1786752000", "order ref": "o"}
			var record []string
			for _, name := range names {
				if values[name] == "" {
					values[name] = anyText.Draw(t, name)
				}
				record = append(record, values[name])
			}
			records = append(records, record)
		}
		if err := w.WriteAll(records); err != nil {
			t.Fatal(err)
		}
		receipt := inspectExport(t, path, out.Bytes())
		if len(receipt.Faults) > 0 || receipt.Kept != int64(rows) || receipt.Totals[0].Gross != int64(rows*(rows-1)/2) {
			t.Fatalf("%q: %d kept, faults %v", out.String(), receipt.Kept, receipt.Faults)
		}
		cfg := csvConfig()
		s, err := NewTable(cfg, "", 0).SurveyExport(context.Background(), File{Source: cfg.Source("x"), Side: Ledger, Path: path, Name: "x.csv"}, Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		var got [][]string
		for _, record := range append([][]string{s.Columns}, s.Sample...) {
			got = append(got, plainCells(record))
		}
		var want [][]string
		for _, record := range records {
			want = append(want, plainCells(record))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%q: -want +got:\n%s", out.String(), diff)
		}
	})
}

// plainCells drops what reading does not keep: blanks around a cell, and how
// its line ends were written.
func plainCells(record []string) []string {
	var out []string
	for _, c := range record {
		out = append(out, strings.Trim(strings.ReplaceAll(c, "\r\n", "\n"), " \t\r"))
	}
	return out
}

// Any bytes are read or refused, never half of both: what is admitted has a
// row of the file for each of its rows, and reading again gives the same.
func FuzzExport(f *testing.F) {
	paths, err := filepath.Glob(filepath.Join(tableFixtures, "*.*.*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		if text, err := os.ReadFile(path); err == nil && !strings.HasSuffix(path, ".want") {
			f.Add(text)
		}
	}
	f.Add([]byte("id,order ref,amount,time\n1,o,5,1786752000\n"))
	f.Add([]byte("id;order ref;amount;time;note\r\n1;o;5;1786752000;\"a\r\nb\"\r\n"))
	f.Add([]byte(`{"id":1,"order ref":"o","amount":5,"time":1786752000}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "x.csv")
		first, second := inspectExport(t, path, text), inspectExport(t, path, text)
		if diff := cmp.Diff(first, second, cmp.Comparer(func(a, b File) bool { return a.Name == b.Name })); diff != "" {
			t.Errorf("read twice:\n%s", diff)
		}
		lines := int64(bytes.Count(text, []byte("\n"))) + 1
		if len(first.Faults) == 0 && (first.Kept != first.Rows || first.Export.Rows != first.Rows || first.Rows > lines) {
			t.Errorf("%d lines, %d rows, %d kept, %d of the export", lines, first.Rows, first.Kept, first.Export.Rows)
		}
	})
}

// Rows are cut as a look at every byte would cut them.
func TestQuotedRowsAreCutAtLineEndsOutsideQuotes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringOfN(rapid.SampledFrom([]rune("ab\"\n,")), 0, 300, -1).Draw(t, "text"))
		limit := rapid.IntRange(1, 20).Draw(t, "limit")
		size, rows, inside := 0, 0, false
		for i, c := range text {
			switch {
			case c == '"':
				inside = !inside
			case c == '\n' && !inside && rows < limit:
				size, rows = i+1, rows+1
			}
		}
		if s, r := quotedRows(text, limit); s != size || r != rows {
			t.Fatalf("%q, at most %d rows: got %d bytes, %d rows, want %d, %d", text, limit, s, r, size, rows)
		}
	})
}

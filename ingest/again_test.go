package ingest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recon/ingest"
	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/keyjoin"
	"recon/internal/store"
	"recon/providers"
)

// TestRowsReadAgain reads every file whole, gathering its keys, then every other
// of its rows again: what is read is what was read before, column for column,
// and files that are no plain text say that it cannot be done.
func TestRowsReadAgain(t *testing.T) {
	restore := ingest.SetPieceRows(3)
	defer restore()
	plain := 0
	for _, file := range readableFiles(t) {
		dir := t.TempDir()
		keys := keyjoin.New(dir, 1<<20)
		opts := ingest.Options{Formats: providers.All(), Dir: dir, Reconciliation: "shop", Keys: keys, OwnKinds: ingest.KindNames[:], Threads: 2}
		ws := workspace(t)
		receipts, err := ingest.Load(t.Context(), ws, []ingest.File{file}, opts)
		must(t, err)
		if len(receipts[0].Faults) > 0 {
			continue
		}
		joined, err := keys.Join(t.Context(), nil, 0, 1)
		must(t, err)
		if want := claiming(receipts); keys.Count() != want || int64(len(joined.Unsettled)) != want {
			t.Errorf("%s: %d keys gathered, %d left over, wanted %d", file.Name, keys.Count(), len(joined.Unsettled), want)
		}
		var again []keyjoin.Row
		for i, r := range joined.Unsettled {
			if r.At >= 0 && i%2 == 0 {
				again = append(again, r)
			}
		}
		paths, err := ingest.ReadAgain(t.Context(), []ingest.File{file}, again, ingest.Options{Formats: providers.All(), Dir: dir, Reconciliation: "shop"})
		must(t, err)
		if len(again) > 0 {
			plain++
			sameRows(t, ws, file.Name, receipts, paths, len(again))
		}
	}
	if plain < 5 {
		t.Errorf("%d files were read again, wanted those of plain text", plain)
	}
}

// claiming counts the rows that take part.
func claiming(receipts []ingest.Receipt) (n int64) {
	for _, r := range receipts {
		n += r.Kept
		if r.File.Side == ingest.Ledger {
			n -= r.Unclaiming
		}
	}
	return n
}

// sameRows holds rows that were read again against those that were read first.
func sameRows(t *testing.T, ws *store.Store, name string, receipts []ingest.Receipt, second []string, rows int) {
	var first []string
	for _, r := range receipts {
		for _, p := range r.Pieces {
			first = append(first, p.Path)
		}
	}
	must(t, ws.ViewParts(t.Context(), "first", "", "", []store.Part{{Files: first}}))
	must(t, ws.ViewParts(t.Context(), "second", "", "", []store.Part{{Files: second}}))
	var found, other int
	must(t, ws.DB().QueryRow("select count(*) from second").Scan(&found))
	must(t, ws.DB().QueryRow("select count(*) from (select * from second except select * from first)").Scan(&other))
	if found != rows || other != 0 {
		t.Errorf("%s: %d rows read again, %d of them other than before, wanted %d and none", name, found, other, rows)
	}
}

// readableFiles are the statements of all providers and the own exports.
func readableFiles(t *testing.T) (files []ingest.File) {
	for _, f := range fixtures(t) {
		if !f.bad() {
			files = append(files, f.file("auto"))
		}
	}
	cfg, err := config.Load("../fixtures/table/recon.yaml", config.Formats{"alipay.trade": {}})
	must(t, err)
	paths, err := filepath.Glob("../fixtures/table/*.*.*")
	must(t, err)
	exportDay := calendar.Of(2026, 8, 15)
	for _, path := range paths {
		source, _, _ := strings.Cut(filepath.Base(path), ".")
		if strings.HasSuffix(path, ".want") {
			continue
		}
		files = append(files, ingest.File{Source: cfg.Source(source), Format: ingest.NewTable(cfg, "shop", exportDay), Side: ingest.Ledger,
			Path: path, Name: filepath.Base(path), No: 128, Date: exportDay})
	}
	return files
}

// TestChangedFileIsNotReadAgain: rows that are not where they were are an error,
// also where the file ends before them.
func TestChangedFileIsNotReadAgain(t *testing.T) {
	for _, f := range fixtures(t) {
		if f.name != "trade_plain.csv" {
			continue
		}
		text, err := os.ReadFile(f.path)
		must(t, err)
		f.path = filepath.Join(t.TempDir(), f.name)
		must(t, os.WriteFile(f.path, text, 0o600))
		opts := ingest.Options{Formats: providers.All(), Dir: t.TempDir(), Reconciliation: "shop"}
		for _, at := range []int64{3, int64(len(text)) - 5, int64(len(text)), int64(len(text)) + 9} {
			_, err = ingest.ReadAgain(t.Context(), []ingest.File{f.file("auto")}, []keyjoin.Row{{Position: keyjoin.Position{FileNo: 64, Line: 9}, At: at}}, opts)
			if err == nil || !strings.Contains(err.Error(), "the file was changed") {
				t.Errorf("a row at byte %d: %v", at, err)
			}
		}
		return
	}
	t.Error("trade_plain.csv is gone")
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

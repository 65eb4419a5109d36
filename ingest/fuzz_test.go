package ingest_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"recon/ingest"
	"recon/internal/config"
	"recon/providers"
)

// FuzzInspect feeds files to all formats: whatever they hold, the answer is
// receipts, and one without a fault has totals that count its rows.
func FuzzInspect(f *testing.F) {
	paths, err := filepath.Glob("../fixtures/*/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err == nil && filepath.Ext(path) != ".want" && len(content) < 8<<10 {
			f.Add(content)
		}
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(dir, "x")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		file := ingest.File{Source: &config.Source{Format: "auto"}, Path: path, Name: "x.csv", Date: day}
		receipts, err := ingest.Inspect(context.Background(), file, ingest.Options{Formats: providers.All(), Threads: 1, MaxBytes: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range receipts {
			count := int64(0)
			for _, total := range r.Totals {
				count += total.Count
			}
			if count != r.Kept || len(r.Faults) == 0 && r.Rows != r.Kept {
				t.Errorf("%d rows, %d kept, %d in totals", r.Rows, r.Kept, count)
			}
		}
	})
}

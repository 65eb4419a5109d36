package ingest

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recon/internal/config"
)

// inspect reads a file of the given bytes with no format at all.
func inspect(t *testing.T, content []byte, limit int64) string {
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	receipts, err := Inspect(context.Background(), File{Source: &config.Source{}, Path: path, Name: "x.zip"}, Options{MaxBytes: limit, Formats: []Format{everything{}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(receipts[0].Faults) == 0 {
		return ""
	}
	return receipts[0].Faults[0].Error()
}

// everything claims every text as lines without cells.
type everything struct{}

func (everything) ID() string                 { return "everything" }
func (everything) Provider() string           { return "nobody" }
func (everything) Detect(string, []byte) bool { return true }
func (everything) Open(*config.Source, string, []byte) (*Layout, error) {
	return &Layout{Comma: ',', BodyLine: 1, Columns: []string{"line"}, Row: func(r *Row, e *Entry) { r.Skip = true }}, nil
}

// A text may be longer than the zip says, or than anyone may say of a gzip.
func TestTextLongerThanAllowedIsRefused(t *testing.T) {
	lines := []byte(strings.Repeat("line\n", 100000))
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(lines)
	w.Close()
	if got := inspect(t, packed.Bytes(), 499999); !strings.Contains(got, "unpacks to more than 499999 bytes") {
		t.Errorf("gzip: %q", got)
	}
	if got := inspect(t, packed.Bytes(), 500000); got != "" {
		t.Errorf("gzip of the exact length: %q", got)
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, _ := z.Create("bill.csv")
	f.Write(lines)
	z.Close()
	if got := inspect(t, b.Bytes(), 499999); !strings.Contains(got, "unpacks to more than 499999 bytes") {
		t.Errorf("zip: %q", got)
	}
	if got := inspect(t, b.Bytes(), 500000); got != "" {
		t.Errorf("zip of the exact length: %q", got)
	}
}

func TestRowLongerThanABlockIsRefused(t *testing.T) {
	row := strings.Repeat("x", blockBytes-1)
	if got := inspect(t, []byte(row+"\nlast"), 1<<30); got != "" {
		t.Errorf("row of a block: %q", got)
	}
	if got := inspect(t, []byte("first\n"+row+"x\n"), 1<<30); !strings.Contains(got, ":2: the row that begins here is longer than") {
		t.Errorf("longer row: %q", got)
	}
}

func TestPartsInNames(t *testing.T) {
	for name, want := range map[string]int{"x.csv": 0, "x_1.csv": 1, "a/x_12.csv.zip": 12, "x_20260815.csv": 0, "x_20260815_业务明细_2.csv": 2, "x_0.csv": 0, "x_123.csv": 0, "x_2": 2} {
		if got := partOf(name); got != want {
			t.Errorf("%s: part %d, wanted %d", name, got, want)
		}
	}
}

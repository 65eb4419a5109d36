package report

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"recon/internal/golden"
	"recon/report/sheet"
)

// book opens the workbook of a day.
func book(t *testing.T, d *Day) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(written(t, WriteXLSX, d)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// shownBook is a workbook as people see it, one line per row.
func shownBook(t *testing.T, f *excelize.File) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, name := range f.GetSheetList() {
		rows, err := f.GetRows(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "-- %s --\n", name)
		for _, r := range rows {
			fmt.Fprintln(&out, strings.ReplaceAll(strings.Join(r, " | "), "\n", `\n`))
		}
	}
	return out.Bytes()
}

func TestWorkbookGolden(t *testing.T) {
	for name, day := range goldenDays {
		golden.Check(t, filepath.Join("testdata", name+".xlsx.txt"), shownBook(t, book(t, day)))
	}
}

func TestWorkbookHasTheSameBytes(t *testing.T) {
	first, later := sampleDay(English), sampleDay(English)
	later.Reconciliations[0].State = Current
	first.Reconciliations[0].State = Done
	if !bytes.Equal(written(t, WriteXLSX, first), written(t, WriteXLSX, later)) {
		t.Error("a day published earlier gives other bytes")
	}
}

// TestWorkbookHasEveryBreak: the sheet of breaks has the breaks of breaks.csv.
func TestWorkbookHasEveryBreak(t *testing.T) {
	d := sampleDay(English)
	lines, err := csv.NewReader(bytes.NewReader(written(t, WriteBreaks, d))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book(t, d).GetRows("breaks")
	if err != nil || len(rows) != len(lines) {
		t.Fatalf("%d rows for %d lines, %v", len(rows), len(lines), err)
	}
	order, ref := slices.Index(BreakColumns, "order_ref"), slices.Index(BreakColumns, "ref")
	for i := range lines[1:] {
		if rows[i+1][0] != lines[i+1][0] || rows[i+1][6] != lines[i+1][order] || rows[i+1][9] != lines[i+1][ref] {
			t.Errorf("row %v of line %v", rows[i+1], lines[i+1])
		}
	}
}

// TestHeadersHaveWords: a header is no key, and no two of a sheet are alike.
func TestHeadersHaveWords(t *testing.T) {
	for _, language := range []string{English, Chinese} {
		for name, columns := range map[string][]sheet.Column{"summary": summaryColumns(language), "breaks": breakColumns(language),
			"gate": gateColumns(language), "carried": carriedColumns(language)} {
			seen := map[string]bool{}
			for _, c := range columns {
				if seen[c.Title] {
					t.Errorf("%s %s: two headers %q", language, name, c.Title)
				}
				seen[c.Title] = true
				if _, isKey := words[c.Title]; isKey || strings.Contains(c.Title, "xlsx.") || strings.Contains(c.Title, "%") {
					t.Errorf("%s %s: header %q", language, name, c.Title)
				}
			}
		}
	}
}

// TestMarkForExcel: the mark stands before the first header and nowhere else.
func TestMarkForExcel(t *testing.T) {
	d := sampleDay(Chinese)
	plain := written(t, WriteBreaks, d)
	var marked bytes.Buffer
	if err := CSVFile(true, func(w io.Writer) error { return WriteBreaks(w, d) })(&marked); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(marked.Bytes(), append([]byte("\xef\xbb\xbf"), plain...)) || bytes.HasPrefix(plain, []byte("\xef\xbb\xbf")) {
		t.Errorf("%.40q and %.40q", marked.Bytes(), plain)
	}
}

func TestSettleWorkbookGolden(t *testing.T) {
	for name, s := range map[string]*Settlement{"settle.full.en": fullBatch(English), "settle.full.zh": fullBatch(Chinese), "settle.hostile.en": hostileBatch()} {
		var out, again bytes.Buffer
		if err := errors.Join(WriteSettleXLSX(&out, s), WriteSettleXLSX(&again, s)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Errorf("%s: written again it has other bytes", name)
		}
		f, err := excelize.OpenReader(&out)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", name+".xlsx.txt"), shownBook(t, f))
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

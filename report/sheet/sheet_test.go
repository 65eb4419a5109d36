package sheet

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"recon/internal/calendar"
	"recon/internal/money"
)

var made = time.Date(2026, 8, 15, 0, 0, 0, 0, time.UTC)

func rows(list ...[]Cell) iter.Seq2[[]Cell, error] {
	return func(yield func([]Cell, error) bool) {
		for _, r := range list {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func written(t testing.TB, b Book) []byte {
	t.Helper()
	b.Created = made
	var out bytes.Buffer
	if err := Write(&out, b); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func opened(t testing.TB, book []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(book))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// partOf is the text of one file of a book.
func partOf(t testing.TB, book []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sample has every form of cell, hostile texts included.
func sample() Book {
	return Book{Title: "Reconciliation 2026-08-15", Sheets: []Sheet{
		{Name: "breaks", Columns: []Column{{Title: "Order"}, {Title: "金额"}, {Title: "Count"}, {Title: "Date"}, {Title: "Note", Width: 40}}, Rows: rows(
			[]Cell{Text("0012345678901234567890123456"), Money(123456, "CNY"), Count(1234), Date(calendar.Of(2026, 8, 15)), Text("=HYPERLINK(\"http://x\")")},
			[]Cell{Text("=1+1"), Money(-5, "JPY"), Count(0), Date(calendar.Of(1899, 1, 1)), Text("<b>&\"'")},
			[]Cell{Text("+86"), Money(999999999999999, "KWD"), {}, {}, Text("@cmd\t\r\n|\x00\u2028")},
			[]Cell{Text("＝1_x0041_"), Money(1000000000000000, "CNY"), Count(math.MinInt64), {}, Text("  spaces  ")},
		)},
		{Name: "summary", Columns: []Column{{Title: "What"}}, Rows: rows()},
	}}
}

func TestCellsAreReadBack(t *testing.T) {
	f := opened(t, written(t, sample()))
	got, err := f.GetRows("breaks")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"Order", "金额", "Count", "Date", "Note"},
		{"0012345678901234567890123456", "1,234.56", "1,234", "2026-08-15", "=HYPERLINK(\"http://x\")"},
		{"=1+1", "-5", "0", "1899-01-01", "<b>&\"'"},
		{"+86", "999,999,999,999.999", "", "", "@cmd\t\r\n|\uFFFD\u2028"},
		{"＝1_x0041_", "10000000000000.00", "-9223372036854775808", "", "  spaces  "},
	}
	for i := range want {
		if fmt.Sprintf("%q", got[i]) != fmt.Sprintf("%q", want[i]) {
			t.Errorf("row %d:\n got %q\nwant %q", i+1, got[i], want[i])
		}
	}
	if list := f.GetSheetList(); fmt.Sprint(list) != "[breaks summary]" {
		t.Errorf("sheets %v", list)
	}
	for _, name := range f.GetSheetList() {
		panes, err := f.GetPanes(name)
		if err != nil || !panes.Freeze || panes.YSplit != 1 {
			t.Errorf("%s: header is not frozen: %+v, %v", name, panes, err)
		}
	}
	if kind, err := f.GetCellType("breaks", "D2"); err != nil || kind != excelize.CellTypeUnset {
		t.Errorf("a date is of type %v, wanted a number that is shown as a date; %v", kind, err)
	}
	if kind, err := f.GetCellType("breaks", "A2"); err != nil || kind != excelize.CellTypeInlineString {
		t.Errorf("an order number is of type %v; %v", kind, err)
	}
}

// TestParts reads the bytes as another program would.
func TestParts(t *testing.T) {
	book := written(t, sample())
	text := partOf(t, book, "xl/worksheets/sheet1.xml")
	for _, want := range []string{`<autoFilter ref="A1:E5"/>`, `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`, "<v>1234.56</v>", "<v>46249</v>", `customWidth="1"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "<f>") || strings.Contains(text, "<f ") {
		t.Errorf("a formula in\n%s", text)
	}
	if at := partOf(t, book, "docProps/core.xml"); !strings.Contains(at, "2026-08-15T00:00:00Z") || regexp.MustCompile(`20[0-9][0-9]-`).ReplaceAllString(at, "") == at {
		t.Errorf("another time in %s", at)
	}
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		if !f.Modified.IsZero() && f.Modified.Year() > 1980 {
			t.Errorf("%s has the time %s", f.Name, f.Modified)
		}
	}
}

func TestSameBytes(t *testing.T) {
	first := written(t, sample())
	for range 20 {
		if !bytes.Equal(first, written(t, sample())) {
			t.Fatal("the same tables gave other bytes")
		}
	}
}

// TestMoneyIsExact: what a spreadsheet reads from a cell is the amount, to the
// last minor unit, also after it went through the binary numbers and the 15
// digits that spreadsheets work with.
func TestMoneyIsExact(t *testing.T) {
	s := &styles{long: 9}
	rapid.Check(t, func(t *rapid.T) {
		minor := rapid.Int64().Draw(t, "minor") >> rapid.IntRange(0, 62).Draw(t, "smaller")
		currency := rapid.SampledFrom([]string{"CNY", "JPY", "KWD", "CLF"}).Draw(t, "currency")
		var w buffer
		Money(minor, currency).write(&w, s, "A", "1")
		out := string(w.out)
		exponent := money.Exponent(currency)
		exact := money.Format(minor, exponent)
		if strings.Contains(out, "inlineStr") {
			if !strings.Contains(out, ">"+exact+"<") || digits(exact) <= 15 {
				t.Fatalf("%s of %s", out, exact)
			}
			return
		}
		text := regexp.MustCompile(`<v>(.*)</v>`).FindStringSubmatch(out)[1]
		number, err := strconv.ParseFloat(text, 64)
		if shown, err2 := strconv.ParseFloat(strconv.FormatFloat(number, 'g', 15, 64), 64); err != nil || err2 != nil ||
			strconv.FormatFloat(shown, 'f', exponent, 64) != exact {
			t.Fatalf("%s is shown as %v, wanted %s", text, shown, exact)
		}
	})
}

func TestLongTextsEndInAnEllipsis(t *testing.T) {
	for _, text := range []string{strings.Repeat("a", 40000), strings.Repeat("长", 40000), strings.Repeat("𠮷", 40000)} {
		got := fitting(text)
		units := units16(got)
		if units > textMost || units < textMost-2 || !strings.HasSuffix(got, "…") {
			t.Errorf("%d units of %.10s", units, got)
		}
	}
	if text := strings.Repeat("长", textMost); fitting(text) != text {
		t.Error("a text that fits is cut")
	}
}

func TestFaultsOfRows(t *testing.T) {
	broken := func(yield func([]Cell, error) bool) { yield(nil, errors.New("disk gone")) }
	for name, r := range map[string]iter.Seq2[[]Cell, error]{"disk gone": broken, "2 cells, wanted 1": rows([]Cell{{}, {}})} {
		err := Write(io.Discard, Book{Created: made, Sheets: []Sheet{{Name: "x", Columns: make([]Column, 1), Rows: r}}})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestSplit: rows that one sheet cannot hold go on in the next, none is lost
// at the edge.
func TestSplit(t *testing.T) {
	for n, want := range map[int]string{0: "[x]", 9: "[x]", 10: "[x x-2]", 18: "[x x-2]", 19: "[x x-2 x-3]"} {
		list := make([][]Cell, n)
		for i := range list {
			list[i] = []Cell{Count(int64(i))}
		}
		f := opened(t, written(t, Book{RowsMax: 10, Sheets: []Sheet{{Name: "x", Columns: []Column{{Title: "n"}}, Rows: rows(list...)}}}))
		if got := fmt.Sprint(f.GetSheetList()); got != want {
			t.Errorf("%d rows: %s, wanted %s", n, got, want)
		}
		next := 0
		for _, name := range f.GetSheetList() {
			got, err := f.GetRows(name)
			if err != nil || len(got) == 0 || got[0][0] != "n" || len(got) > 10 {
				t.Fatalf("%s: %d rows, %v", name, len(got), err)
			}
			for _, r := range got[1:] {
				if r[0] != strconv.Itoa(next) {
					t.Fatalf("%s: %s, wanted %d", name, r[0], next)
				}
				next++
			}
		}
		if next != n {
			t.Errorf("%d rows of %d", next, n)
		}
	}
}

// wide is a sheet of n rows like those of breaks, which watches the memory
// while it is written.
func wide(n int, peak *uint64) Sheet {
	columns := make([]Column, 27)
	row := make([]Cell, 27)
	return Sheet{Name: "breaks", Columns: columns, Rows: func(yield func([]Cell, error) bool) {
		for i := range n {
			for j := range row {
				row[j] = Text("S20260815" + strconv.Itoa(i*27+j))
			}
			row[9] = Money(int64(i), "CNY")
			if i%20000 == 0 {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				*peak = max(*peak, m.HeapAlloc)
			}
			if !yield(row, nil) {
				return
			}
		}
	}}
}

// TestMemoryIsBounded: three hundred thousand breaks take no more of the heap
// than one chunk of them.
func TestMemoryIsBounded(t *testing.T) {
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var peak uint64
	n := 300000
	if testing.Short() {
		n = 60000
	}
	if err := Write(io.Discard, Book{RowsMax: n / 3, Sheets: []Sheet{wide(n, &peak)}}); err != nil {
		t.Fatal(err)
	}
	const most = 8 << 20
	if held := peak - min(peak, before.HeapAlloc); held > most {
		t.Errorf("%d MiB of the heap at most, wanted %d", held>>20, most>>20)
	} else {
		t.Logf("%d MiB of the heap at most", held>>20)
	}
}

func BenchmarkMillionRows(b *testing.B) {
	for b.Loop() {
		var peak uint64
		if err := Write(io.Discard, Book{Sheets: []Sheet{wide(1200000, &peak)}}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(peak>>20), "MiB-peak")
	}
}

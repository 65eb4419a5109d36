package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// padded is a block of text with what may lie behind it.
func padded(text string, behind byte) []byte {
	return append([]byte(text), bytes.Repeat([]byte{behind}, padding)...)
}

// placesOf finds bytes one by one.
func placesOf(text string, wanted string) []int32 {
	out := []int32{}
	for i := range len(text) {
		if strings.IndexByte(wanted, text[i]) >= 0 {
			out = append(out, int32(i))
		}
	}
	return out
}

func checkMarks(t interface{ Fatalf(string, ...any) }, text string, behind byte) {
	m := newMarks(&Layout{Comma: ','})
	if m == nil || text == "" {
		return
	}
	m.read(padded(text, behind), len(text), 0)
	seps, ends := placesOf(text, ",\n"), placesOf(text, "\n")
	if text[len(text)-1] != '\n' {
		seps, ends = append(seps, int32(len(text))), append(ends, int32(len(text)))
	}
	if !slices.Equal(m.seps.list[1:], seps) || !slices.Equal(m.ends.list, ends) || !slices.Equal(m.quote.list, placesOf(text, `"`)) {
		t.Fatalf("%q before %q: %v %v %v", text, behind, m.seps.list, m.ends.list, m.quote.list)
	}
}

// TestMarksAreWhereTheBytesAre goes through all lengths up to four words, with
// no, some and only separators, before padding that looks like text.
func TestMarksAreWhereTheBytesAre(t *testing.T) {
	for n := range 260 {
		for _, unit := range []string{",", "\n", `"`, "a", "a,b\n", "\"a,\"\n,", "\x0b\x2d\x23\x8a\xac\xa2,", strings.Repeat("-", 61) + ",\n\""} {
			for _, behind := range []byte("x,\n\"") {
				checkMarks(t, strings.Repeat(unit, n/len(unit)+1)[:n], behind)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		checkMarks(t, string(rapid.SliceOfN(rapid.SampledFrom([]byte(",,\n\"ab\x00\x80\xff\x0b")), 0, 400).Draw(t, "text")), ',')
	})
}

// rowsAsRead reads a text, and says of each row where it is, what its cells are and
// what is wrong with it.
func rowsAsRead(text string, l *Layout, byMarks bool) (out []string) {
	l.Row = func(r *Row, _ *Entry) { r.Skip = true }
	r := newReader(&reading{layout: l}, 0, nil, nil)
	if !byMarks {
		r.marks = nil
	}
	b, _ := r.begin(padded(text, ',')[:len(text)])
	line := int64(1)
	for at := 0; at < len(text); {
		next, lines := r.line(b[:len(text)], b, at, line, false)
		if r.row.Line == line && !r.row.failed {
			out = append(out, fmt.Sprintf("%d-%d line %d: %q", at, next, line, r.row.Cells))
		}
		at, line = next, line+lines
	}
	return append(out, fmt.Sprint(r.rows, r.row.faults, len(r.trailer)))
}

// TestRowsAreTheSameWithoutMarks reads rows of all sorts both ways: ragged,
// empty, quoted over several lines, longer than a stretch, and without a line
// end at last.
func TestRowsAreTheSameWithoutMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.OneOf(rapid.StringOf(rapid.RuneFrom([]rune("a\t ,\r中"))), rapid.SampledFrom([]string{
			"", `"a,b"`, "\"a\nb\"", `"say ""x"""`, "\"x\"\t", `a"b`, `"open`, strings.Repeat("x", stretch/5), strings.Repeat("é", stretch), "\"" + strings.Repeat("y\n", stretch/2) + "\"",
		}))
		row := rapid.Map(rapid.SliceOfN(cell, 1, 4), func(cells []string) string { return strings.Join(cells, ",") })
		text := strings.Join(rapid.SliceOfN(row, 0, 40).Draw(t, "rows"), rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line end")) + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
		l := &Layout{Comma: ',', Columns: make([]string, 3), Cells: []int{2, 0, -1, 1}, Quoted: rapid.Bool().Draw(t, "quoted")}
		l.IsTrailer = func(line []byte) bool { return bytes.HasPrefix(line, []byte("a ,")) }
		if diff := cmp.Diff(rowsAsRead(text, l, false), rowsAsRead(text, l, true)); diff != "" {
			t.Fatalf("without and with marks: %s", diff)
		}
	})
}

// countRows is quotedRows byte by byte.
func countRows(b []byte, limit int) (size, rows int) {
	quoted := false
	for i, c := range b {
		quoted = quoted != (c == '"')
		if c == '\n' && !quoted && rows < limit {
			size, rows = i+1, rows+1
		}
	}
	return size, rows
}

func TestQuotedRowsAreCountedByteByByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.SampledFrom([]byte("\n\n\"a,\x8a\xa2")), 0, 500).Draw(t, "text")
		b = append(b, bytes.Repeat([]byte("abc"), rapid.IntRange(0, 50).Draw(t, "tail"))...)
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		wantSize, wantRows := countRows(b, limit)
		if size, rows := quotedRows(b, limit); size != wantSize || rows != wantRows {
			t.Fatalf("%q: %d rows in %d bytes, wanted %d in %d", b, rows, size, wantRows, wantSize)
		}
	})
}

// TestGB18030InWords puts characters of all forms and wrong ones on every side
// of the borders of words of 64 bytes.
func TestGB18030InWords(t *testing.T) {
	same := func(t interface{ Fatalf(string, ...any) }, b []byte) {
		if want := passGB18030(b, 0, len(b)) >= 0; wellFormedGB18030(b) != want {
			t.Fatalf("%x: well formed %v, wanted %v", b, !want, want)
		}
	}
	parts := []string{"a", "\xd6\xd0", "\xd6\x40", "\x81\x7e", "\xfe\xfe", "\x81\x80", "\x81\x30\x81\x30", "\x90\x30\xfe\x39", "\xd6", "\x80", "\xff", "\xd6\x7f", "\xd6\x3f", "\x85\x30\x81\x30"}
	for at := range 140 {
		for _, first := range parts {
			for _, second := range parts {
				same(t, []byte(strings.Repeat("b", at)+first+second+strings.Repeat("\xb0\xa1", 60)+"c"))
				same(t, []byte(strings.Repeat("\xb0\x7e", at/2)+first+second+strings.Repeat("d", 70)))
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		same(t, []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts[:8]), 0, 300).Draw(t, "text"), "")))
	})
}

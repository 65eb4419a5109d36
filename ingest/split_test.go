package ingest

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// cellsOf splits one line by the fast splitter.
func cellsOf(line string, columns int, backtick bool) ([]string, int) {
	s := newSplitter(&Layout{Comma: ',', Columns: make([]string, columns)})
	b := append([]byte(line), make([]byte, padding)...)
	n, end := 0, 1
	if backtick {
		n, end = s.splitBacktick(b, 0, len(line)), 0
	} else {
		n = s.split(b, 0, len(line))
	}
	var cells []string
	if n != columns {
		return nil, n
	}
	for i := range n {
		cells = append(cells, string(b[s.seps[i]+1:max(s.seps[i]+1, s.seps[i+1]-1+end)]))
	}
	return cells, n
}

func TestSplitIsThatOfPackageStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringOf(rapid.RuneFrom([]rune(",,,-a+.\x01中"))).Draw(t, "line")
		columns := rapid.IntRange(1, 12).Draw(t, "columns")
		want := strings.Split(line, ",")
		got, n := cellsOf(line, columns, false)
		if n != len(want) || n == columns && !slices.Equal(got, want) {
			t.Fatalf("%d cells %q, wanted %q", n, got, want)
		}
	})
}

func TestBackticksDivideOnlyAfterAComma(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := "`" + rapid.StringOf(rapid.RuneFrom([]rune("`,`,a中"))).Draw(t, "line")
		want := strings.Split(line[1:], ",`")
		got, n := cellsOf(line, len(want), true)
		if n != len(want) || !slices.Equal(got, want) {
			t.Fatalf("%d cells %q, wanted %q", n, got, want)
		}
	})
}

func TestQuotedRowsAreThoseOfPackageCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringOf(rapid.RuneFrom([]rune("\",a\n 中")))
		rows := rapid.SliceOfN(rapid.SliceOfN(cell, 2, 5), 1, 5).Draw(t, "rows")
		var text bytes.Buffer
		w := csv.NewWriter(&text)
		if err := w.WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		b, at := text.Bytes(), 0
		for _, want := range rows {
			cells, _, next, err := splitQuoted(b, at, ',', nil, nil)
			if err != nil {
				t.Fatalf("%q at %d: %v", b, at, err)
			}
			var got []string
			for _, c := range cells {
				got = append(got, string(c))
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%q: %q, wanted %q", b, got, want)
			}
			if size, n := quotedRows(b[at:], 1); n != 1 || at+size != next {
				t.Fatalf("%q: row of %d bytes, wanted %d", b, size, next-at)
			}
			at = next
		}
	})
}

func TestBadQuotes(t *testing.T) {
	for _, bad := range []string{"a,b\"c,d\n", "a,\"b\"c,d\n", "a,\"b,c\n"} {
		if _, _, _, err := splitQuoted([]byte(bad), 0, ',', nil, nil); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func FuzzQuoted(f *testing.F) {
	f.Add([]byte("a,\"b\"\"\nc\",d\r\ne,f,g\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for at := 0; at < len(b); {
			_, _, next, err := splitQuoted(b, at, ',', nil, nil)
			if err == nil && (next <= at || next > len(b)) {
				t.Fatalf("%q: from %d to %d", b, at, next)
			}
			if err != nil {
				return
			}
			at = next
		}
	})
}

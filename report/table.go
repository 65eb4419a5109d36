package report

import (
	"bufio"
	"io"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// column is a column of a table on a terminal.
type column struct {
	Title string
	Right bool
}

// settleAfter is how many rows a table looks at before it settles on the
// widths of its columns and begins to write.
const settleAfter = 1000

// table writes rows in aligned columns. Memory is bounded by settleAfter rows.
type table struct {
	out     *bufio.Writer
	columns []column
	widths  []int
	held    [][]string
	settled bool
}

func newTable(w io.Writer, columns ...column) *table {
	t := &table{out: bufio.NewWriter(w), columns: columns, widths: make([]int, len(columns))}
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.Title
	}
	t.row(titles...)
	return t
}

// row adds a row of one cell per column.
func (t *table) row(cells ...string) {
	for i, c := range cells {
		cells[i] = printable(c)
	}
	if t.settled {
		t.write(cells)
		return
	}
	for i, c := range cells {
		t.widths[i] = max(t.widths[i], columnsOf(c))
	}
	t.held = append(t.held, cells)
	if len(t.held) > settleAfter {
		t.settle()
	}
}

func (t *table) settle() {
	t.settled = true
	for _, cells := range t.held {
		t.write(cells)
	}
	t.held = nil
}

func (t *table) write(cells []string) {
	var line strings.Builder
	for i, c := range cells {
		if i > 0 {
			line.WriteString("  ")
		}
		gap := strings.Repeat(" ", max(0, t.widths[i]-columnsOf(c)))
		if t.columns[i].Right {
			c, gap = gap, c
		}
		line.WriteString(c)
		line.WriteString(gap)
	}
	// The writer keeps its first error; close returns it.
	t.out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
}

// close writes what is held and gives the first error of all writes.
func (t *table) close() error {
	t.settle()
	return t.out.Flush()
}

// columnsOf is how many columns a text takes on a terminal.
func columnsOf(s string) int {
	n := 0
	for _, r := range s {
		n++
		if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
			n++
		}
	}
	return n
}

// printable replaces what a terminal would obey: control characters and
// marks that change the direction of text. Files come from outside.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

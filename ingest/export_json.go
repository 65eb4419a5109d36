package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"sync/atomic"
)

// isObject reports whether a text begins with a JSON object or array.
func isObject(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

// openLines says how JSON lines are read: one object per line, its keys are
// the columns. A key that a row leaves out is empty there; one that every row
// leaves out is a missing column.
func openLines(b *binder, bind binding, body int64, head []byte) (*Layout, error) {
	if bytes.TrimLeft(head, " \t\r\n")[0] == '[' {
		return nil, Fault{Line: 1, Text: "a JSON array, wanted one object per line; export as JSON lines"}
	}
	b.open = true
	l, _, err := bind(b)
	if err != nil {
		return nil, err
	}
	lines := newJSONLines(b, head)
	l.Columns, l.Cells = lines.names, identity(len(lines.names))
	l.Split, l.Body, l.BodyLine = lines.split, body, 1
	end := l.End
	l.End = func() []Fault { return append(end(), lines.missing(b)...) }
	return l, nil
}

func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// jsonLines cuts lines that are JSON objects into cells.
type jsonLines struct {
	names []string // of the cells
	index map[string]int
	met   []atomic.Bool // whether any row had the key
	first []string      // keys of the first row, for messages
}

func newJSONLines(b *binder, head []byte) *jsonLines {
	l := &jsonLines{index: map[string]int{}, met: make([]atomic.Bool, len(b.cells)), first: firstKeys(head)}
	for i, at := range b.cells {
		l.names = append(l.names, b.columns[at])
		l.index[b.columns[at]] = i
	}
	return l
}

// missing is the fault of keys that no row has, though some row must.
func (l *jsonLines) missing(b *binder) []Fault {
	var names []string
	for i, name := range l.names {
		wanted := func(u use) bool { return u.column == name && !u.rare }
		if !l.met[i].Load() && slices.ContainsFunc(b.uses, wanted) {
			names = append(names, name)
		}
	}
	if len(names) == 0 || len(l.first) == 0 {
		return nil
	}
	return []Fault{b.lost(names, l.first)}
}

// split is Layout.Split.
func (l *jsonLines) split(line []byte, cells [][]byte, scratch []byte) ([]byte, error) {
	clear(cells)
	p := jsonParser{b: line, scratch: scratch}
	err := p.object(func(key []byte) error {
		i, ok := l.index[string(key)]
		if !ok {
			return p.skip(0)
		}
		if cells[i] != nil {
			return fmt.Errorf("key %q stands twice in the row, wanted it once", key)
		}
		if !l.met[i].Load() {
			l.met[i].Store(true)
		}
		var err error
		cells[i], err = p.text(key)
		return err
	})
	return p.scratch, err
}

// firstKeys are the keys of the first object of a text, as far as it can be read.
func firstKeys(head []byte) []string {
	line, _, _ := bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte("\n"))
	p := jsonParser{b: line}
	var keys []string
	_ = p.object(func(key []byte) error { // what is wrong with the row is found when it is read
		keys = append(keys, string(key))
		return p.skip(0)
	})
	return keys
}

package parquet

import (
	"encoding/binary"
	"slices"
)

// Ints is a column of BIGINT. Random numbers, like hashes, are written as they
// are; others as differences.
type Ints struct {
	Name   string
	Random bool
	values [PageRows]int64
	span[int64]
	pages
}

// Put sets the value of a row of the page.
func (c *Ints) Put(row int, v int64) { c.values[row&(PageRows-1)] = v }

// Values are those of the page's first rows, until it ends.
func (c *Ints) Values(rows int) []int64 { return c.values[:rows] }

func (c *Ints) element() element { return element{c.Name, typeInt64, convertedInt64, false} }

func (c *Ints) page(w *Writer, rows int) {
	values := c.values[:rows]
	before := c.span
	c.take(values)
	if c.alike() {
		return
	}
	if before.seen > c.pages.rows {
		c.same(w, before)
	}
	if c.Random {
		c.addPlain(values)
		return
	}
	w.scratch = appendDeltas(w.scratch[:0], values)
	c.add(rows, encodingDelta, len(w.scratch), w.scratch)
}

func (c *Ints) clear(*Writer) {
	c.pages.clear()
	c.span = span[int64]{}
}

// same makes a page of rows that are alike, and were not written as long as
// all rows were.
func (c *Ints) same(w *Writer, s span[int64]) {
	if c.Random {
		c.addPlain(slices.Repeat([]int64{s.least}, s.seen))
		return
	}
	w.scratch = appendSameDeltas(w.scratch[:0], s.seen, s.least)
	c.add(s.seen, encodingDelta, len(w.scratch), w.scratch)
}

// addPlain adds a page of values as they are.
func (c *Ints) addPlain(values []int64) {
	size := 8 * len(values)
	c.head(len(values), encodingPlain, size, size)
	at := len(c.data)
	c.data = slices.Grow(c.data, size)[:at+size]
	out := c.data[at:]
	for _, v := range values {
		binary.LittleEndian.PutUint64(out, uint64(v))
		out = out[8:]
	}
}

func (c *Ints) chunk(w *Writer, rows int) chunk {
	ch := chunk{values: rows, min: littleEndian(c.least), max: littleEndian(c.most)}
	switch {
	case c.alike():
		w.constant(&ch, rows, littleEndian(c.least))
	case c.Random:
		w.pages(&ch, &c.pages, encodingPlain)
	default:
		w.pages(&ch, &c.pages, encodingDelta)
	}
	c.span = span[int64]{}
	return ch
}

// span is what a column knows of the rows of a group so far.
type span[T int32 | int64] struct {
	seen        int // values
	least, most T
}

// take adds the values of a page, of which there is at least one.
func (s *span[T]) take(values []T) {
	least, most := values[0], values[0]
	for _, v := range values {
		least, most = min(least, v), max(most, v)
	}
	if s.seen > 0 {
		least, most = min(least, s.least), max(most, s.most)
	}
	s.seen, s.least, s.most = s.seen+len(values), least, most
}

// alike reports whether all values are the same.
func (s *span[T]) alike() bool { return s.least == s.most }

func littleEndian(v int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(v)) }

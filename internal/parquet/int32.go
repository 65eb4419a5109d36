package parquet

import "encoding/binary"

// Ints32 is a column of INTEGER.
type Ints32 struct {
	Name   string
	values [PageRows]int32
	span[int32]
	pages
}

// Put sets the value of a row of the page.
func (c *Ints32) Put(row int, v int32) { c.values[row&(PageRows-1)] = v }

func (c *Ints32) element() element { return element{c.Name, typeInt32, convertedInt32, false} }

func (c *Ints32) clear(*Writer) {
	c.pages.clear()
	c.span = span[int32]{}
}

func (c *Ints32) page(w *Writer, rows int) {
	values := c.values[:rows]
	before := c.span
	c.take(values)
	if c.alike() {
		return
	}
	if before.seen > c.pages.rows {
		w.scratch = appendSameDeltas(w.scratch[:0], before.seen, int64(before.least))
		c.add(before.seen, encodingDelta, len(w.scratch), w.scratch)
	}
	w.scratch = appendDeltas(w.scratch[:0], values)
	c.add(rows, encodingDelta, len(w.scratch), w.scratch)
}

func (c *Ints32) chunk(w *Writer, rows int) chunk {
	ch := chunk{values: rows, min: littleEndian32(c.least), max: littleEndian32(c.most)}
	if c.alike() {
		w.constant(&ch, rows, littleEndian32(c.least))
	} else {
		w.pages(&ch, &c.pages, encodingDelta)
	}
	c.span = span[int32]{}
	return ch
}

func littleEndian32(v int32) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(v)) }

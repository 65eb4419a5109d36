package parquet

import "encoding/binary"

// Ints32 is a column of INTEGER.
type Ints32 struct {
	Name   string
	Values []int32
}

func (c *Ints32) element() element { return element{c.Name, typeInt32, convertedInt32, false} }

func (c *Ints32) chunk(w *Writer, rows int) chunk {
	values := c.Values
	c.Values = c.Values[:0]
	least, most := bounds(values)
	ch := chunk{values: rows, min: littleEndian32(least), max: littleEndian32(most)}
	if least == most {
		w.constant(&ch, rows, littleEndian32(least))
		return ch
	}
	ch.encodings = []int32{encodingDelta}
	w.scratch = appendDeltas(w.scratch[:0], values)
	w.page(&ch, pageData, rows, encodingDelta, w.scratch)
	return ch
}

func littleEndian32(v int32) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(v)) }

// ConstDate is a column that holds the same date, in days since 1970-01-01, in
// every row of a file.
type ConstDate struct {
	Name string
	Date int32
}

func (c *ConstDate) element() element { return element{c.Name, typeInt32, convertedDate, false} }

func (c *ConstDate) chunk(w *Writer, rows int) chunk {
	value := littleEndian32(c.Date)
	ch := chunk{values: rows, min: value, max: value}
	w.constant(&ch, rows, value)
	return ch
}

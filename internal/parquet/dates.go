package parquet

import (
	"encoding/binary"
	"slices"
)

// Dates is a column of DATE, days since 1970-01-01. In an optional column Null
// is an absent date.
type Dates struct {
	Name     string
	Optional bool
	Null     int32
	values   [PageRows]int32
	levels   []uint8
	nulls    int64
	span[int32]
	pages
}

// Put sets the value of a row of the page.
func (c *Dates) Put(row int, v int32) { c.values[row&(PageRows-1)] = v }

func (c *Dates) element() element { return element{c.Name, typeInt32, convertedDate, c.Optional} }

func (c *Dates) clear(*Writer) {
	c.pages.clear()
	c.span, c.nulls = span[int32]{}, 0
}

func (c *Dates) page(w *Writer, rows int) {
	values := c.values[:rows]
	w.scratch = w.scratch[:0]
	if c.Optional {
		values = c.present(values)
		c.nulls += int64(rows - len(values))
		w.scratch = appendLevels(w.scratch, c.levels, len(values))
	}
	if len(values) > 0 {
		c.take(values)
	}
	if len(values) > 0 && c.alike() {
		w.scratch = appendSameDeltas(w.scratch, len(values), int64(values[0]))
	} else {
		w.scratch = appendDeltas(w.scratch, values)
	}
	c.add(rows, encodingDelta, len(w.scratch), w.scratch)
}

func (c *Dates) chunk(w *Writer, rows int) chunk {
	ch := chunk{values: rows, nulls: c.nulls}
	if c.seen > 0 {
		ch.min = binary.LittleEndian.AppendUint32(nil, uint32(c.least))
		ch.max = binary.LittleEndian.AppendUint32(nil, uint32(c.most))
	}
	w.pages(&ch, &c.pages, encodingDelta, encodingRLE)
	c.span, c.nulls = span[int32]{}, 0
	return ch
}

// present moves the dates that are there to the front and notes which are.
func (c *Dates) present(values []int32) []int32 {
	c.levels = slices.Grow(c.levels[:0], len(values))[:len(values)]
	there := 0
	for i, v := range values {
		values[there] = v
		level := uint8(0)
		if v != c.Null {
			level = 1
		}
		there += int(level)
		c.levels[i] = level
	}
	return values[:there]
}

// appendLevels appends which rows have a value: one run when all are alike.
func appendLevels(b []byte, levels []uint8, there int) []byte {
	var runs []byte
	if there == 0 || there == len(levels) {
		runs = appendRun(nil, len(levels), levels[0])
	} else {
		runs = appendPacked(nil, levels, 1)
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(len(runs)))
	return append(b, runs...)
}

// appendRun appends n times a value of at most eight bits.
func appendRun(b []byte, n int, value uint8) []byte {
	return append(binary.AppendUvarint(b, uint64(n)<<1), value)
}

// appendPacked appends values of width bits, which is 1 or 4, as one bit-packed
// run, filled up with zeros to a multiple of eight.
func appendPacked(b []byte, values []uint8, width uint) []byte {
	groups := (len(values) + 7) / 8
	b = binary.AppendUvarint(b, uint64(groups)<<1|1)
	for len(values) >= 8 {
		b = appendEight(b, binary.LittleEndian.Uint64(values), width)
		values = values[8:]
	}
	if len(values) > 0 {
		var last [8]uint8
		copy(last[:], values)
		b = appendEight(b, binary.LittleEndian.Uint64(last[:]), width)
	}
	return b
}

// appendEight appends the low width bits of each of eight bytes.
func appendEight(b []byte, v uint64, width uint) []byte {
	if width == 1 {
		return append(b, byte(v*0x0102040810204080>>56))
	}
	v = (v | v>>4) & 0x00ff00ff00ff00ff
	v = (v | v>>8) & 0x0000ffff0000ffff
	return binary.LittleEndian.AppendUint32(b, uint32(v|v>>16))
}

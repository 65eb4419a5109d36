package parquet

import (
	"bytes"
	"encoding/binary"
)

// Ints is a column of BIGINT. Random numbers, like hashes, are written as they
// are; others as differences.
type Ints struct {
	Name   string
	Random bool
	Values []int64
}

func (c *Ints) element() element { return element{c.Name, typeInt64, convertedInt64, false} }

func (c *Ints) chunk(w *Writer, rows int) chunk {
	values := c.Values
	c.Values = c.Values[:0]
	least, most := bounds(values)
	ch := chunk{values: rows, min: littleEndian(least), max: littleEndian(most)}
	switch {
	case least == most:
		w.constant(&ch, rows, littleEndian(least))
	case c.Random:
		ch.encodings = []int32{encodingPlain}
		w.scratch = w.scratch[:0]
		for _, v := range values {
			w.scratch = binary.LittleEndian.AppendUint64(w.scratch, uint64(v))
		}
		w.page(&ch, pageData, rows, encodingPlain, w.scratch)
	default:
		ch.encodings = []int32{encodingDelta}
		w.scratch = appendDeltas(w.scratch[:0], values)
		w.page(&ch, pageData, rows, encodingDelta, w.scratch)
	}
	return ch
}

func bounds[T int32 | int64](values []T) (least, most T) {
	least, most = values[0], values[0]
	for _, v := range values {
		least, most = min(least, v), max(most, v)
	}
	return least, most
}

func littleEndian(v int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(v)) }

// Dates is a column of DATE, days since 1970-01-01. In an optional column Null
// is an absent date.
type Dates struct {
	Name     string
	Optional bool
	Null     int32
	Values   []int32
	levels   []uint8
}

func (c *Dates) element() element { return element{c.Name, typeInt32, convertedDate, c.Optional} }

func (c *Dates) chunk(w *Writer, rows int) chunk {
	values := c.Values
	c.Values = c.Values[:0]
	ch := chunk{values: rows, encodings: []int32{encodingDelta, encodingRLE}}
	w.scratch = w.scratch[:0]
	if c.Optional {
		values = c.present(values)
		ch.nulls = int64(rows - len(values))
		w.scratch = appendLevels(w.scratch, c.levels, len(values))
	}
	if len(values) > 0 {
		least, most := bounds(values)
		ch.min = binary.LittleEndian.AppendUint32(nil, uint32(least))
		ch.max = binary.LittleEndian.AppendUint32(nil, uint32(most))
	}
	w.scratch = appendDeltas(w.scratch, values)
	w.page(&ch, pageData, rows, encodingDelta, w.scratch)
	return ch
}

// present moves the dates that are there to the front and notes which are.
func (c *Dates) present(values []int32) []int32 {
	c.levels = c.levels[:0]
	there := values[:0]
	for _, v := range values {
		level := uint8(0)
		if v != c.Null {
			level = 1
			there = append(there, v)
		}
		c.levels = append(c.levels, level)
	}
	return there
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

// appendPacked appends values of width bits as one bit-packed run, filled up
// with zeros to a multiple of eight.
func appendPacked(b []byte, values []uint8, width uint) []byte {
	groups := (len(values) + 7) / 8
	b = binary.AppendUvarint(b, uint64(groups)<<1|1)
	whole := len(values) / 8 * 8
	b = appendBits(b, values[:whole], width)
	if whole < len(values) {
		var last [8]uint8
		copy(last[:], values[whole:])
		b = appendBits(b, last[:], width)
	}
	return b
}

// Codes is a column of texts out of a short list, given by their places in it.
type Codes struct {
	Name   string
	Texts  []string // at most 16
	Values []uint8
}

func (c *Codes) element() element { return element{c.Name, typeByteArray, convertedUTF8, false} }

func (c *Codes) chunk(w *Writer, rows int) chunk {
	values := c.Values
	c.Values = c.Values[:0]
	ch := chunk{values: rows}
	if bytes.Count(values, values[:1]) == rows {
		w.constantText(&ch, rows, []byte(c.Texts[values[0]]))
		return ch
	}
	ch.encodings = []int32{encodingPlain, encodingDictionary}
	var dictionary []byte
	for _, text := range c.Texts {
		dictionary = append(dictionary, plainText([]byte(text))...)
	}
	w.page(&ch, pageDictionary, len(c.Texts), encodingPlain, dictionary)
	w.scratch = appendPacked(append(w.scratch[:0], 4), values, 4)
	w.page(&ch, pageData, rows, encodingDictionary, w.scratch)
	return ch
}

// Const is a column that holds the same in every row of a file.
type Const struct {
	Name string
	Text string
	Int  *int32 // instead of Text
}

func (c *Const) element() element {
	if c.Int != nil {
		return element{c.Name, typeInt32, convertedInt32, false}
	}
	return element{c.Name, typeByteArray, convertedUTF8, false}
}

func (c *Const) chunk(w *Writer, rows int) chunk {
	ch := chunk{values: rows}
	if c.Int == nil {
		w.constantText(&ch, rows, []byte(c.Text))
		return ch
	}
	value := binary.LittleEndian.AppendUint32(nil, uint32(*c.Int))
	ch.min, ch.max = value, value
	w.constant(&ch, rows, value)
	return ch
}

// constantText writes a chunk in which all rows have one text. Its bounds let
// a reader pass over the whole group.
func (w *Writer) constantText(ch *chunk, rows int, text []byte) {
	ch.min, ch.max = text, text
	if len(text) == 0 {
		ch.min, ch.max = []byte{}, []byte{}
	}
	w.constant(ch, rows, plainText(text))
}

// constant writes a chunk in which all rows have one value.
func (w *Writer) constant(ch *chunk, rows int, value []byte) {
	ch.encodings = []int32{encodingPlain, encodingDictionary}
	w.page(ch, pageDictionary, 1, encodingPlain, value)
	w.page(ch, pageData, rows, encodingDictionary, appendRun([]byte{1}, rows, 0))
}

// plainText is a text with its length before it.
func plainText(text []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...)
}

package parquet

import (
	"bytes"
	"cmp"
	"encoding/binary"
)

// Codes is a column of texts out of a short list, given by their places in it.
type Codes struct {
	Name   string
	Texts  []string // at most 16
	values [PageRows]uint8
	alike  int // rows of the group that have the first one's text and are in no page
	first  uint8
	pages
}

// Put sets the value of a row of the page.
func (c *Codes) Put(row int, v uint8) { c.values[row&(PageRows-1)] = v }

func (c *Codes) element() element { return element{c.Name, typeByteArray, convertedUTF8, false} }

func (c *Codes) clear(*Writer) {
	c.pages.clear()
	c.alike = 0
}

func (c *Codes) page(w *Writer, rows int) {
	values := c.values[:rows]
	if c.pages.rows == 0 {
		if c.alike == 0 {
			c.first = values[0]
		}
		if bytes.Count(values, []byte{c.first}) == rows {
			c.alike += rows
			return
		}
	}
	if c.alike > 0 {
		w.scratch = appendRun(append(w.scratch[:0], codeBits), c.alike, c.first)
		c.add(c.alike, encodingDictionary, len(w.scratch), w.scratch)
		c.alike = 0
	}
	w.scratch = appendPacked(append(w.scratch[:0], codeBits), values, codeBits)
	c.add(rows, encodingDictionary, len(w.scratch), w.scratch)
}

// codeBits is the width of a place in a list of texts.
const codeBits = 4

func (c *Codes) chunk(w *Writer, rows int) chunk {
	ch := chunk{values: rows}
	if c.alike > 0 {
		w.constantText(&ch, rows, []byte(c.Texts[c.first]))
		c.alike = 0
		return ch
	}
	var dictionary []byte
	for _, text := range c.Texts {
		dictionary = append(dictionary, plainText([]byte(text))...)
	}
	w.dictionary(&ch, len(c.Texts), dictionary)
	w.pages(&ch, &c.pages, encodingPlain, encodingDictionary)
	return ch
}

// Const is a column that holds the same in every row of a file.
type Const struct {
	Name string
	Text string
	Int  *int32 // instead of Text
	Date *int32 // days since 1970-01-01, instead of Text
}

func (c *Const) element() element {
	if c.Int != nil {
		return element{c.Name, typeInt32, convertedInt32, false}
	}
	if c.Date != nil {
		return element{c.Name, typeInt32, convertedDate, false}
	}
	return element{c.Name, typeByteArray, convertedUTF8, false}
}

func (c *Const) page(*Writer, int) {}

func (c *Const) clear(*Writer) {}

func (c *Const) chunk(w *Writer, rows int) chunk {
	ch := chunk{values: rows}
	number := cmp.Or(c.Int, c.Date)
	if number == nil {
		w.constantText(&ch, rows, []byte(c.Text))
		return ch
	}
	value := littleEndian32(*number)
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
	w.dictionary(ch, 1, value)
	var one pages
	run := appendRun([]byte{1}, rows, 0)
	one.add(rows, encodingDictionary, len(run), run)
	w.pages(ch, &one, encodingPlain, encodingDictionary)
}

// plainText is a text with its length before it.
func plainText(text []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...)
}

package parquet

import (
	"bytes"
	"encoding/binary"
)

// Texts is a column of texts.
type Texts struct {
	Name  string
	Bloom bool // a Bloom filter tells which row groups do not hold a text

	bytes []byte
	ends  []uint32 // of each text in bytes
	other bool     // not all texts are the first one

	prefixes, suffixes []int32
}

// Add copies a text, which must be valid UTF-8.
func (c *Texts) Add(text []byte) {
	if !c.other && len(c.ends) > 0 && string(text) != string(c.bytes[:c.ends[0]]) {
		c.other = true
	}
	c.bytes = append(c.bytes, text...)
	c.ends = append(c.ends, uint32(len(c.bytes)))
}

func (c *Texts) element() element { return element{c.Name, typeByteArray, convertedUTF8, false} }

func (c *Texts) chunk(w *Writer, rows int) chunk {
	ch := chunk{values: rows}
	if c.other {
		ch.encodings, ch.codec = []int32{encodingDeltaArray}, codecZstd
		w.scratch = c.appendArray(w.scratch[:0])
		w.page(&ch, pageData, rows, encodingDeltaArray, w.scratch)
		if c.Bloom {
			w.bloom(&ch, c.bytes, c.ends)
		}
	} else {
		w.constantText(&ch, rows, bytes.Clone(c.bytes[:c.ends[0]]))
	}
	c.bytes, c.ends, c.other = c.bytes[:0], c.ends[:0], false
	return ch
}

// appendArray appends the texts as DELTA_BYTE_ARRAY: how much of the text
// before each begins with, the lengths of the rests, and the rests.
func (c *Texts) appendArray(b []byte) []byte {
	c.prefixes, c.suffixes = c.prefixes[:0], c.suffixes[:0]
	from, previous := uint32(0), []byte(nil)
	for _, end := range c.ends {
		text := c.bytes[from:end]
		shared := sharedPrefix(previous, text)
		c.prefixes = append(c.prefixes, int32(shared))
		c.suffixes = append(c.suffixes, int32(len(text)-shared))
		from, previous = end, text
	}
	b = appendDeltas(b, c.prefixes)
	b = appendDeltas(b, c.suffixes)
	from = 0
	for i, end := range c.ends {
		b = append(b, c.bytes[from+uint32(c.prefixes[i]):end]...)
		from = end
	}
	return b
}

// sharedPrefix is how many bytes two texts begin with alike.
func sharedPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for ; i+8 <= n; i += 8 {
		if binary.LittleEndian.Uint64(a[i:]) != binary.LittleEndian.Uint64(b[i:]) {
			break
		}
	}
	for ; i < n && a[i] == b[i]; i++ {
	}
	return i
}

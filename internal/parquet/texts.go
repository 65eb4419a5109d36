package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

// Texts is a column of texts.
type Texts struct {
	Name  string
	Bloom bool // a Bloom filter tells which row groups do not hold a text

	brief  bool // texts are written as they are, nothing is looked for
	state  textState
	first  []byte   // the text of all rows of the group, as long as it is one
	empty  bool     // it is one, and empty
	alike  int      // rows of earlier pages that have it and are in no page
	hashes []uint64 // of the group's texts, for the filter
	coding textCoding

	kept               []byte           // the texts of the page; when brief each with its length before it
	ends               [PageRows]uint32 // of the page's texts in kept
	own                []byte           // what each text does not share with the one before
	prefixes, suffixes [PageRows]int32
	pages
}

// textState is what the texts of a group have been so far.
type textState uint8

const (
	textNone  textState = iota
	textSame            // all rows have one text, which is kept once
	textMixed           // texts are kept
)

// textCoding is how the pages of a group are compressed.
type textCoding uint8

const (
	codingUnknown  textCoding = iota
	codingMatches             // what was there before is referred to
	codingLiterals            // nothing is referred to
)

// Passes reports whether putting a text would change nothing.
func (c *Texts) Passes(text []byte) bool { return c.empty && len(text) == 0 }

// Put sets the text of a row of the page, which must be valid UTF-8, and copies
// it. Rows are put in order.
func (c *Texts) Put(row int, text []byte) {
	if c.state == textMixed || c.differs(row, text) {
		c.keep(row, text)
	}
}

// differs reports whether a text is not that of all rows so far.
func (c *Texts) differs(row int, text []byte) bool {
	if c.state == textNone {
		c.first = append(c.first[:0], text...)
		c.state, c.empty = textSame, len(text) == 0
		return false
	}
	if string(text) == string(c.first) {
		return false
	}
	c.state, c.empty = textMixed, false
	for i := range row {
		c.keep(i, c.first)
	}
	return true
}

// keep adds a text to the page. What it shares with the one before is found
// when the page is whole: between the branches of parsing, which the processor
// foretells, that would cost four times as much.
func (c *Texts) keep(row int, text []byte) {
	if c.brief {
		c.kept = binary.LittleEndian.AppendUint32(c.kept, uint32(len(text)))
	}
	c.kept = append(c.kept, text...)
	c.ends[row&(PageRows-1)] = uint32(len(c.kept))
}

// split finds what each text of the page shares with the one before.
func (c *Texts) split(rows int) {
	var previous []byte
	from := uint32(0)
	c.own = c.own[:0]
	for i, end := range c.ends[:rows] {
		text := c.kept[from:end]
		shared := sharedPrefix(previous, text)
		c.prefixes[i], c.suffixes[i] = int32(shared), int32(len(text)-shared)
		c.own = append(c.own, text[shared:]...)
		if c.Bloom {
			c.hashes = append(c.hashes, xxhash.Sum64(text))
		}
		from, previous = end, text
	}
	c.kept = c.kept[:0]
}

func (c *Texts) element() element { return element{c.Name, typeByteArray, convertedUTF8, false} }

func (c *Texts) clear(w *Writer) {
	c.Reset()
	c.brief = w.Brief
}

// Reset forgets the rows of an unfinished file.
func (c *Texts) Reset() {
	c.pages.clear()
	c.forget()
	c.kept = c.kept[:0]
}

// forget starts a group.
func (c *Texts) forget() {
	c.state, c.empty, c.alike, c.hashes, c.coding = textNone, false, 0, c.hashes[:0], codingUnknown
}

func (c *Texts) page(w *Writer, rows int) {
	if c.state != textMixed {
		c.alike += rows
		return
	}
	if c.alike > 0 {
		c.repeat(w)
	}
	c.finish(w, rows, &c.coding)
}

// repeat makes pages of the rows that are alike, and were not written as long
// as all rows were.
func (c *Texts) repeat(w *Writer) {
	old, coding := &Texts{brief: c.brief, pages: c.pages}, codingMatches
	for ; c.alike > 0; c.alike -= min(c.alike, PageRows) {
		rows := min(c.alike, PageRows)
		for i := range rows {
			old.keep(i, c.first)
		}
		old.finish(w, rows, &coding)
	}
	c.pages = old.pages
	if c.Bloom {
		c.hashes = append(c.hashes, xxhash.Sum64(c.first))
	}
}

// finish makes a page of the texts kept: as they are, or as DELTA_BYTE_ARRAY,
// which is how much of the text before each begins with, the lengths of the
// rests, and the rests.
func (c *Texts) finish(w *Writer, rows int, coding *textCoding) {
	if len(c.kept) > math.MaxInt32 {
		w.err = errors.Join(w.err, fmt.Errorf("column %s: %d bytes in %d rows, wanted fewer than 2^31", c.Name, len(c.kept), rows))
		c.kept = c.kept[:0]
		return
	}
	if c.brief {
		c.add(rows, encodingPlain, len(c.kept), c.kept)
		c.kept = c.kept[:0]
		return
	}
	c.split(rows)
	w.scratch = appendDeltas(w.scratch[:0], c.prefixes[:rows])
	w.scratch = appendDeltas(w.scratch, c.suffixes[:rows])
	size := len(w.scratch) + len(c.own)
	c.add(rows, encodingDeltaArray, size, w.pack(w.scratch, c.own, coding))
}

// pack compresses a page of texts. The first page of a group is tried both
// ways, the others follow the smaller one.
func (w *Writer) pack(lengths, own []byte, coding *textCoding) []byte {
	if *coding != codingMatches {
		w.packed = w.appendLiterals(w.packed[:0], lengths, own)
	}
	if *coding == codingLiterals {
		return w.packed
	}
	literals := len(w.packed)
	w.scratch = append(lengths, own...)
	if *coding == codingMatches {
		w.packed = w.zstd.EncodeAll(w.scratch, w.packed[:0])
		return w.packed
	}
	w.packed = w.zstd.EncodeAll(w.scratch, w.packed)
	if matches := w.packed[literals:]; len(matches) < literals {
		*coding = codingMatches
		return matches
	}
	*coding = codingLiterals
	return w.packed[:literals]
}

func (c *Texts) chunk(w *Writer, rows int) chunk {
	ch := chunk{values: rows}
	switch {
	case c.state != textMixed:
		w.constantText(&ch, rows, bytes.Clone(c.first))
	case c.brief:
		w.pages(&ch, &c.pages, encodingPlain)
	default:
		ch.codec = codecZstd
		w.pages(&ch, &c.pages, encodingDeltaArray)
		if c.Bloom {
			w.bloom(&ch, c.hashes, rows)
		}
	}
	c.forget()
	return ch
}

// sharedPrefix is how many bytes two texts begin with alike.
func sharedPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for ; i+8 <= n; i += 8 {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return i + bits.TrailingZeros64(x)/8
		}
	}
	for ; i < n && a[i] == b[i]; i++ {
	}
	return i
}

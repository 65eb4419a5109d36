// Package parquet writes tables of whole numbers, dates and texts as Parquet
// files, as fast as rows can be parsed. It knows just what entries need: the
// format is that of https://parquet.apache.org/docs/file-format/, numbers as
// differences (DELTA_BINARY_PACKED), texts by what they share with the one
// before (DELTA_BYTE_ARRAY, zstd), columns of one value as a dictionary of
// one. The same rows are the same bytes. Rows are encoded page by page, while
// they are in the processor's cache.
package parquet

import (
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/huff0"
	"github.com/klauspost/compress/zstd"
)

// PageRows is how many rows a page has at most, a power of two.
const PageRows = 1 << 14

// Column is a column that a Writer fills. Ints, Dates, Texts, Codes and Const
// are the kinds of column there are. One that holds rows of an unfinished file
// is no use for another.
type Column interface {
	// element is the column's name, physical type and logical type.
	element() element
	// page encodes the first rows of the page, of which there is at least one,
	// and forgets them.
	page(w *Writer, rows int)
	// chunk writes the pages of a row group and forgets them.
	chunk(w *Writer, rows int) chunk
	// clear forgets whatever there is of an unfinished file.
	clear(w *Writer)
}

type element struct {
	name      string
	physical  int32
	converted int32
	optional  bool
}

// Physical and converted types, encodings and codecs of the format.
const (
	typeInt32     = 1
	typeInt64     = 2
	typeByteArray = 6

	convertedUTF8  = 0
	convertedDate  = 6
	convertedInt32 = 17
	convertedInt64 = 18

	encodingPlain      = 0
	encodingRLE        = 3
	encodingDelta      = 5
	encodingDeltaArray = 7
	encodingDictionary = 8

	codecNone = 0
	codecZstd = 6
)

// Writer writes one file: rows are put into its columns from row 0 of a page
// on, every page of them is closed by EndPage, every group of pages by
// EndGroup. Memory is that of one group as it is encoded.
type Writer struct {
	// Brief makes files that are read once and removed: larger, without
	// filters, in the encodings that cost least to write and to read.
	Brief bool

	out     io.Writer
	at      int64
	columns []Column
	groups  []group
	rows    int // of the group, in pages
	err     error
	broken  error // there is no encoder
	zstd    *zstd.Encoder
	huffman huff0.Scratch
	scratch []byte // of the page being made
	packed  []byte // the same compressed
	filter  []filterBlock
}

type group struct {
	rows   int
	chunks []chunk
}

// chunk is where the values of a column in a group lie.
type chunk struct {
	encodings        []int32
	codec            int32
	values           int
	dictionary, data int64 // offsets; dictionary 0: none
	plain, packed    int64 // bytes with page headers
	min, max         []byte
	nulls            int64
	filter           int64 // offset of the Bloom filter; 0: none
	filterBytes      int32 // with its header
}

var magic = []byte("PAR1")

// NewWriter makes a writer that Reset gives a file.
func NewWriter() *Writer {
	// One goroutine, no checksum: the file has a digest of its own.
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	return &Writer{zstd: encoder, broken: err}
}

// Reset starts a file.
func (w *Writer) Reset(out io.Writer, columns ...Column) {
	w.out, w.at, w.columns, w.groups, w.rows, w.err = out, 0, columns, nil, 0, w.broken
	for _, c := range columns {
		c.clear(w)
	}
	w.write(magic)
}

// EndPage encodes the rows that were put into every column, at most PageRows.
func (w *Writer) EndPage(rows int) {
	if rows == 0 {
		return
	}
	for _, c := range w.columns {
		c.page(w, rows)
	}
	w.rows += rows
}

// Rows is how many rows the pages of the group have.
func (w *Writer) Rows() int { return w.rows }

// EndGroup writes the pages since the last group.
func (w *Writer) EndGroup() error {
	if w.rows == 0 {
		return w.err
	}
	g := group{rows: w.rows}
	for _, c := range w.columns {
		g.chunks = append(g.chunks, c.chunk(w, w.rows))
	}
	w.groups, w.rows = append(w.groups, g), 0
	return w.err
}

// Close writes the footer. The file is whole only after it returned nil.
func (w *Writer) Close() error {
	footer := w.footer()
	w.write(footer)
	w.write(binary.LittleEndian.AppendUint32(nil, uint32(len(footer))))
	w.write(magic)
	return w.err
}

func (w *Writer) write(b []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(b)
	}
	w.at += int64(len(b))
}

// pages are the data pages of a column in the group that is being made.
type pages struct {
	data  []byte // with headers
	plain int    // bytes with headers, not compressed
	rows  int
}

// add adds a page, which was plain bytes long before it was packed.
func (p *pages) add(rows int, encoding int32, plain int, packed []byte) {
	p.head(rows, encoding, plain, len(packed))
	p.data = append(p.data, packed...)
}

// head adds the header of a page that is packed bytes long.
func (p *pages) head(rows int, encoding int32, plain, packed int) {
	if cap(p.data) == 0 {
		// A group is eight such pages or less: memory that grows by and by is
		// touched first, and cleared by the system, twice over.
		p.data = make([]byte, 0, 8*(packed+packed/16+64))
	}
	before := len(p.data)
	p.data = appendPageHeader(p.data, pageData, rows, encoding, plain, packed)
	p.plain += len(p.data) - before + plain
	p.rows += rows
}

func (p *pages) clear() { p.data, p.plain, p.rows = p.data[:0], 0, 0 }

// pages writes the pages of a chunk and forgets them.
func (w *Writer) pages(c *chunk, p *pages, encodings ...int32) {
	c.encodings, c.data = encodings, w.at
	w.write(p.data)
	c.plain += int64(p.plain)
	c.packed += int64(len(p.data))
	p.clear()
}

// dictionary writes the dictionary of a chunk, before its pages.
func (w *Writer) dictionary(c *chunk, values int, body []byte) {
	c.dictionary = w.at
	page := appendPageHeader(nil, pageDictionary, values, encodingPlain, len(body), len(body))
	page = append(page, body...)
	w.write(page)
	c.plain += int64(len(page))
	c.packed += int64(len(page))
}

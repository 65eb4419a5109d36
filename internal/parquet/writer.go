// Package parquet writes tables of whole numbers, dates and texts as Parquet
// files, as fast as rows can be parsed. It knows just what entries need: the
// format is that of https://parquet.apache.org/docs/file-format/, numbers as
// differences (DELTA_BINARY_PACKED), texts by what they share with the one
// before (DELTA_BYTE_ARRAY, zstd), columns of one value as a dictionary of
// one. The same rows are the same bytes.
package parquet

import (
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Column is a column that a Writer fills. Ints, Texts, Codes and Const are the
// kinds of column there are.
type Column interface {
	// element is the column's name, physical type and logical type.
	element() element
	// chunk encodes the values of a row group and forgets them.
	chunk(w *Writer, rows int) chunk
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

// Writer writes one file: rows are added to its columns, and every group of
// them is closed by EndGroup. Memory is that of one group.
type Writer struct {
	out     io.Writer
	at      int64
	columns []Column
	groups  []group
	err     error
	zstd    *zstd.Encoder
	scratch []byte // of the page being made
	packed  []byte // the same compressed
	filter  []byte // the Bloom filter being made
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

// NewWriter starts a file.
func NewWriter(out io.Writer, columns ...Column) *Writer {
	// One goroutine, no checksum: the file has a digest of its own.
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	w := &Writer{zstd: encoder, err: err}
	w.Reset(out, columns...)
	return w
}

// Reset starts another file. The columns must be empty.
func (w *Writer) Reset(out io.Writer, columns ...Column) {
	w.out, w.at, w.columns, w.groups = out, 0, columns, nil
	w.write(magic)
}

// EndGroup writes the rows that were added to every column since the last one.
func (w *Writer) EndGroup(rows int) error {
	if rows == 0 {
		return w.err
	}
	g := group{rows: rows}
	for _, c := range w.columns {
		g.chunks = append(g.chunks, c.chunk(w, rows))
	}
	w.groups = append(w.groups, g)
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

// page writes one page and adds it to its chunk. Pages that compressing would
// not make smaller are given codecNone.
func (w *Writer) page(c *chunk, kind int32, values int, encoding int32, body []byte) {
	packed := body
	if c.codec == codecZstd {
		w.packed = w.zstd.EncodeAll(body, w.packed[:0])
		packed = w.packed
	}
	header := pageHeader(kind, values, encoding, len(body), len(packed))
	if kind == pageDictionary {
		c.dictionary = w.at
	} else {
		c.data = w.at
	}
	w.write(header)
	w.write(packed)
	c.plain += int64(len(header) + len(body))
	c.packed += int64(len(header) + len(packed))
}

package store

import (
	"unsafe"

	"github.com/duckdb/duckdb-go/v2/mapping"
)

// This file is the fence around raw memory. The driver's own interfaces box or
// copy every value, which costs more than reading a statement, so rows are
// written straight into the vectors of DuckDB's chunks. What is relied upon: a
// flat vector of BIGINT or DATE is an array of int64 or int32; of VARCHAR an
// array of Text; of an ENUM of up to 255 words one of bytes; a validity mask has one bit per row, set when the value is
// not null.

// ChunkRows is how many rows a chunk holds.
const ChunkRows = 2048

// InlineBytes is how long a text can be that a Text holds itself.
const InlineBytes = 12

// Text is DuckDB's own form of a string: its length, then the text itself up
// to 12 bytes, or its first four bytes and where it lies.
type Text struct {
	length uint32
	prefix [4]byte
	rest   uint64
}

// SetText makes t stand for s, which must be valid UTF-8. A longer s is not
// copied: it must stay where it is, pinned, as long as Scan.Exec says.
func SetText(t *Text, s []byte) {
	n := len(s)
	t.length = uint32(n)
	if n > InlineBytes {
		t.prefix = [4]byte(s)
		t.rest = uint64(uintptr(unsafe.Pointer(unsafe.SliceData(s))))
		return
	}
	// The unused bytes must be zero: DuckDB compares and hashes all twelve.
	t.prefix, t.rest = [4]byte{}, 0
	copy(unsafe.Slice(&t.prefix[0], InlineBytes), s)
}

// Chunk is the memory of ChunkRows rows, column by column, valid until the
// function it was given to returns.
type Chunk struct {
	chunk mapping.DataChunk
}

func (c Chunk) vector(column int) mapping.Vector {
	return mapping.DataChunkGetVector(c.chunk, mapping.IdxT(column))
}

// BigInts is the memory of a BigInt column.
func (c Chunk) BigInts(column int) []int64 {
	return unsafe.Slice((*int64)(mapping.VectorGetData(c.vector(column))), ChunkRows)
}

// Texts is the memory of a Varchar column.
func (c Chunk) Texts(column int) []Text {
	return unsafe.Slice((*Text)(mapping.VectorGetData(c.vector(column))), ChunkRows)
}

// Dates is the memory of a Date column.
func (c Chunk) Dates(column int) []int32 {
	return unsafe.Slice((*int32)(mapping.VectorGetData(c.vector(column))), ChunkRows)
}

// Words is the memory of an Enum column.
func (c Chunk) Words(column int) []uint8 {
	return unsafe.Slice((*uint8)(mapping.VectorGetData(c.vector(column))), ChunkRows)
}

// Valid is the mask of a column that may be null: bit i%64 of word i/64 is row i.
func (c Chunk) Valid(column int) []uint64 {
	v := c.vector(column)
	mapping.VectorEnsureValidityWritable(v)
	return unsafe.Slice((*uint64)(mapping.VectorGetValidity(v)), ChunkRows/64)
}

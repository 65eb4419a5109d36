package ingest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/bits"
)

// blockBytes is how much of a text is parsed at once; a row must fit.
const blockBytes = 1 << 20

// pieceRows is PieceRows; tests make small pieces.
var pieceRows = PieceRows

// block is a number of whole lines of a text.
type block struct {
	data []byte // the lines; at least padding bytes follow in its capacity
	line int64  // the number of the first line, from 1
	at   int64  // the byte of the text that it begins at
}

// piece is at most PieceRows rows of a text, handed from the goroutine that
// unpacks the text to the one that parses the piece.
type piece struct {
	text   *reading
	no     int
	blocks chan *block
	free   chan<- *block // where parsed blocks go
	rows   Rows          // instead of blocks: the rows of a file that is no text
}

// cutter unpacks a text into blocks and pieces. Its blocks are used again, so
// that what is unpacked and not yet parsed is bounded.
type cutter struct {
	text   *reading
	in     io.Reader
	out    chan<- *piece
	piece  *piece // being filled; nil before its first block
	pieces int
	rows   int   // of the piece so far
	line   int64 // of the next byte to be read
	at     int64 // of the next block in the text
	made   int   // blocks
	budget int
	free   chan *block
}

// run cuts the whole text. A Fault is about the text.
func (c *cutter) run(ctx context.Context) error {
	defer c.endPiece()
	var rest []byte // lies in the block before, which only this goroutine writes to
	for ended := false; ; {
		b, err := c.block(ctx)
		if err != nil {
			return err
		}
		n := copy(b.data[:blockBytes], rest)
		if !ended {
			m, err := fill(c.in, b.data[n:blockBytes])
			if ended = err == io.EOF; err != nil && !ended {
				return err
			}
			n += m
		}
		size, rows := c.cut(b.data[:n], ended)
		if size == 0 {
			return c.stuck(ended)
		}
		rest, b.data, b.line, b.at = b.data[size:n], b.data[:size], c.line, c.at
		c.at += int64(size)
		if c.line += int64(rows); c.text.layout.Quoted {
			c.line = b.line + int64(bytes.Count(b.data, []byte{'\n'}))
		}
		if err := c.send(ctx, b, rows); err != nil {
			return err
		}
	}
}

// stuck says why there is no further row.
func (c *cutter) stuck(ended bool) error {
	if ended {
		return nil
	}
	return Fault{Line: c.line, Text: fmt.Sprintf("the row that begins here is longer than %d bytes, wanted line ends (and closed quotes)", blockBytes)}
}

// cut is the size and number of the whole rows in b that the piece has room
// for. At the end of the text the last row needs no line end.
func (c *cutter) cut(b []byte, ended bool) (size, rows int) {
	room := pieceRows - c.rows
	size, rows = c.text.layout.rowsIn(b, room)
	if ended && rows < room && size < len(b) {
		return len(b), rows + 1
	}
	return size, rows
}

// rowsIn is the size and number of the whole rows b starts with, at most limit.
func (l *Layout) rowsIn(b []byte, limit int) (size, rows int) {
	if l.Quoted && bytes.IndexByte(b, '"') >= 0 {
		return quotedRows(b, limit)
	}
	if size = bytes.LastIndexByte(b, '\n') + 1; size == 0 {
		return 0, 0
	}
	if rows = bytes.Count(b[:size], []byte{'\n'}); rows <= limit {
		return size, rows
	}
	size = 0
	for range limit {
		size += bytes.IndexByte(b[size:], '\n') + 1
	}
	return size, limit
}

// quotedRows is rowsIn where line ends inside quotes are text. It looks at 64
// bytes at a time: the running parity of quotes says what lies inside them.
func quotedRows(b []byte, limit int) (size, rows int) {
	inside := uint64(0) // all ones when what comes next lies inside quotes
	passed := 0         // words
	if wide && len(b) >= 64 {
		passed, size, rows, inside = rowsAVX2(&b[0], len(b)/64, limit-1)
	}
	for base := 64 * passed; base < len(b); base += 64 {
		block := block64(b[base:])
		quoted := parity(mask64(block, '"'*ones)) ^ inside
		inside = uint64(int64(quoted) >> 63)
		ends := mask64(block, '\n'*ones) &^ quoted
		for ; ends != 0; ends &= ends - 1 {
			size = base + bits.TrailingZeros64(ends) + 1
			if rows++; rows == limit {
				return size, rows
			}
		}
	}
	return size, rows
}

// block64 is the start of b, filled up with zeros if b is shorter.
func block64(b []byte) *[64]byte {
	if len(b) >= 64 {
		return (*[64]byte)(b)
	}
	block := new([64]byte)
	copy(block[:], b)
	return block
}

// parity has bit i set when m has an odd number of bits up to i.
func parity(m uint64) uint64 {
	m ^= m << 1
	m ^= m << 2
	m ^= m << 4
	m ^= m << 8
	m ^= m << 16
	return m ^ m<<32
}

// block returns an empty block, waiting for a parser to give one back.
func (c *cutter) block(ctx context.Context) (*block, error) {
	select {
	case b := <-c.free:
		return b, nil
	default:
	}
	if c.made < c.budget {
		c.made++
		return &block{data: make([]byte, blockBytes, blockBytes+padding)}, nil
	}
	select {
	case b := <-c.free:
		return b, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (c *cutter) send(ctx context.Context, b *block, rows int) error {
	if c.piece == nil {
		c.piece = &piece{text: c.text, no: c.pieces, blocks: make(chan *block, c.budget), free: c.free}
		c.pieces++
		if err := c.text.hand(ctx, c.out, c.piece); err != nil {
			return err
		}
	}
	c.piece.blocks <- b
	if c.rows += rows; c.rows == pieceRows {
		c.endPiece()
	}
	return nil
}

func (c *cutter) endPiece() {
	if c.piece != nil {
		close(c.piece.blocks)
	}
	c.piece, c.rows = nil, 0
}

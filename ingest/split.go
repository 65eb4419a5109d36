package ingest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
)

// padding is how many readable bytes must follow a block's lines, because the
// splitter reads 64 at a time.
const padding = 64

// splitter finds the cells of a line. seps holds, after split, the positions
// before, between and after the cells: cell i is b[seps[i]+1 : seps[i+1]].
type splitter struct {
	comma   byte
	columns int
	seps    []int
}

func newSplitter(l *Layout) splitter {
	return splitter{comma: l.Comma, columns: len(l.Columns), seps: make([]int, len(l.Columns)+1+64)}
}

const (
	ones = 0x0101010101010101
	low7 = 0x7f7f7f7f7f7f7f7f
)

// zeros has the high bit of each byte of v that is zero, and no other bit. The
// shorter well-known form also marks a 0x01 above a zero byte, which is what
// "-" after "," would be.
func zeros(v uint64) uint64 { return ^((v&low7 + low7) | v | low7) }

// gather packs the high bits of v's bytes into the low byte.
func gather(v uint64) uint64 { return v >> 7 * 0x0102040810204080 >> 56 }

// mask64 has bit i set where b[i] is the byte that all bytes of c are.
func mask64(b *[64]byte, c uint64) uint64 {
	m := gather(zeros(binary.LittleEndian.Uint64(b[0:]) ^ c))
	m |= gather(zeros(binary.LittleEndian.Uint64(b[8:])^c)) << 8
	m |= gather(zeros(binary.LittleEndian.Uint64(b[16:])^c)) << 16
	m |= gather(zeros(binary.LittleEndian.Uint64(b[24:])^c)) << 24
	m |= gather(zeros(binary.LittleEndian.Uint64(b[32:])^c)) << 32
	m |= gather(zeros(binary.LittleEndian.Uint64(b[40:])^c)) << 40
	m |= gather(zeros(binary.LittleEndian.Uint64(b[48:])^c)) << 48
	m |= gather(zeros(binary.LittleEndian.Uint64(b[56:])^c)) << 56
	return m
}

// split finds the cells of b[start:end] and returns their number; seps is only
// right when that is the number of columns.
func (s *splitter) split(b []byte, start, end int) int {
	seps, k := s.seps, 1
	seps[0] = start - 1
	c := uint64(s.comma) * ones
	for base := start; base < end; base += 64 {
		m := mask64((*[64]byte)(b[base:]), c)
		if end-base < 64 {
			m &= 1<<uint(end-base) - 1
		}
		if k > s.columns {
			break
		}
		for ; m != 0; m &= m - 1 {
			seps[k] = base + bits.TrailingZeros64(m)
			k++
		}
	}
	if k > s.columns {
		return bytes.Count(b[start:end], []byte{s.comma}) + 1
	}
	seps[k] = end
	return k
}

// splitBacktick is split for cells that start with a backtick and are divided
// by a comma before one; a comma or backtick inside a cell is text.
func (s *splitter) splitBacktick(b []byte, start, end int) int {
	cells, at := 1, start
	s.seps[0] = start
	for at < end {
		i := bytes.IndexByte(b[at:end], ',')
		if i < 0 {
			break
		}
		at += i + 1
		if at >= end || b[at] != '`' {
			continue
		}
		if cells <= s.columns {
			s.seps[cells] = at
		}
		cells++
	}
	if cells <= s.columns {
		s.seps[cells] = end + 1
	}
	return cells
}

var (
	errBareQuote = errors.New(`found a quote inside a cell without quotes, wanted the whole cell in quotes and "" for a quote`)
	errOpenQuote = errors.New("a quote opened here is not closed")
)

// splitQuoted reads one row of RFC 4180 from b[start:], over line ends inside
// quotes. It appends the cells to cells, the unescaped ones to scratch, and
// returns the position after the row's line end.
func splitQuoted(b []byte, start int, comma byte, cells [][]byte, scratch []byte) ([][]byte, []byte, int, error) {
	for at := start; ; {
		var cell []byte
		var err error
		if at < len(b) && b[at] == '"' {
			cell, scratch, at, err = quotedCell(b, at+1, comma, scratch)
		} else {
			cell, at, err = bareCell(b, at, comma)
		}
		if err != nil {
			return cells, scratch, at, err
		}
		cells = append(cells, cell)
		switch {
		case at >= len(b):
			return cells, scratch, at, nil
		case b[at] == comma:
			at++
		case b[at] == '\n':
			return cells, scratch, at + 1, nil
		case b[at] == '\r' && (at+1 == len(b) || b[at+1] == '\n'):
			return cells, scratch, min(at+2, len(b)), nil
		default:
			return cells, scratch, at, errBareQuote
		}
	}
}

// quotedCell reads the rest of a cell whose opening quote stands before at.
func quotedCell(b []byte, at int, comma byte, scratch []byte) (cell, rest []byte, next int, err error) {
	from, copied := at, len(scratch)
	for {
		i := bytes.IndexByte(b[at:], '"')
		if i < 0 {
			return nil, scratch, len(b), errOpenQuote
		}
		at += i + 1
		if at < len(b) && b[at] == '"' {
			scratch = append(scratch, b[from:at]...)
			at++
			from = at
			continue
		}
		break
	}
	// A tab after the closing quote, as some exports write it, is trimmed away.
	next = at
	for next < len(b) && b[next] != comma && (b[next] == '\t' || b[next] == ' ') {
		next++
	}
	if copied == len(scratch) {
		return b[from : at-1], scratch, next, nil
	}
	scratch = append(scratch, b[from:at-1]...)
	return scratch[copied:len(scratch):len(scratch)], scratch, next, nil
}

// bareCell reads a cell without quotes.
func bareCell(b []byte, at int, comma byte) (cell []byte, next int, err error) {
	for i := at; i < len(b); i++ {
		switch b[i] {
		case comma, '\n':
			return b[at:i], i, nil
		case '\r':
			if i+1 < len(b) && b[i+1] == '\n' || i+1 == len(b) {
				return b[at:i], i, nil
			}
		case '"':
			return nil, i, errBareQuote
		}
	}
	return b[at:], len(b), nil
}

// trim drops spaces, tabs and carriage returns around a cell.
func trim(b []byte) []byte {
	for len(b) > 0 && blank(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	for len(b) > 0 && blank(b[0]) {
		b = b[1:]
	}
	return b
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

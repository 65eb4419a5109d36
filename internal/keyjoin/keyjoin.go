// Package keyjoin joins the rows of a day whose key occurs once on each side,
// which are nearly all of them. While files are read it gathers the few numbers
// per row that this takes, in partitions of the key's hash, in memory and
// beyond a limit in a scratch file; afterwards every partition is joined by
// itself, in the processor's cache. What it does not settle goes through the
// passes of match/sql.
package keyjoin

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// PieceRows is the most rows of a piece.
const PieceRows = 1 << rowBits

// A row's place is one number: its piece and its row there. In the gathered
// rows its currency and side stand below it.
const (
	rowBits      = 18
	currencyBits = 12
	sideBits     = 1
	mostPieces   = 1 << (64 - rowBits - currencyBits - sideBits)
)

// Rows are the rows of a day that take part: statement rows of a kind that the
// own books can hold, and own rows that claim money. They are added by several
// goroutines, each with a Sorter.
type Rows struct {
	memory int64 // bytes of slabs that stay in memory; those beyond go to the file
	path   string

	guard      sync.Mutex
	pieces     []*piece
	currencies []string
	slabs      []slab
	held       int64 // bytes of slabs in memory
	file       *os.File
	written    int64
	count      int64
}

// New gathers rows. At most memory bytes of them are held; the rest lies in a
// scratch file in the folder dir until Close.
func New(dir string, memory int64) *Rows {
	return &Rows{memory: memory, path: filepath.Join(dir, "keys.tmp")}
}

// Close forgets the rows and removes the scratch file. Results stay.
func (r *Rows) Close() error {
	r.slabs = nil
	if r.file == nil {
		return nil
	}
	err := errors.Join(r.file.Close(), os.Remove(r.path))
	r.file = nil
	return err
}

// Count is how many rows were added.
func (r *Rows) Count() int64 { return r.count }

// currency is the number of a currency's code.
func (r *Rows) currency(code string) (uint16, error) {
	r.guard.Lock()
	defer r.guard.Unlock()
	at := slices.Index(r.currencies, code)
	if at < 0 {
		at = len(r.currencies)
		r.currencies = append(r.currencies, code)
	}
	if at >= 1<<currencyBits {
		return 0, fmt.Errorf("more than %d currencies in one day", 1<<currencyBits)
	}
	return uint16(at), nil
}

// piece is at most PieceRows rows of one file, in the order of their lines.
type piece struct {
	no        int
	fileNo    int32
	statement bool
	rows      int
	first     int64
	lines     []int64  // of each row; nil as long as they are consecutive
	start     int64    // byte of the file at which the first row begins
	bytes     []uint32 // of each row: bytes from there on; empty when they are not known
	names     []uint32 // of each row of a statement: hash of what the provider calls it
	partners  []uint64 // of each row of a statement: place + 1 of the own row it is settled with, or 0
}

func (r *Rows) piece(fileNo int32, statement bool) (*piece, error) {
	r.guard.Lock()
	defer r.guard.Unlock()
	if len(r.pieces) == mostPieces {
		return nil, fmt.Errorf("more than %d pieces in one day", mostPieces)
	}
	p := &piece{no: len(r.pieces), fileNo: fileNo, statement: statement}
	r.pieces = append(r.pieces, p)
	return p, nil
}

// line is the line of a row of the piece.
func (p *piece) line(row int) int64 {
	if p.lines == nil {
		return p.first + int64(row)
	}
	return p.lines[row]
}

// add notes where the next rows stand.
func (p *piece) add(g Group) {
	if p.rows == 0 {
		p.first = g.Line[0]
	}
	if p.lines == nil && !consecutive(g.Line, p.first+int64(p.rows)) {
		p.lines = make([]int64, p.rows)
		for i := range p.lines {
			p.lines[i] = p.first + int64(i)
		}
	}
	if p.lines != nil {
		p.lines = append(room(p.lines, len(g.Line)), g.Line...)
	}
	p.addBytes(g.At)
	p.names = append(room(p.names, len(g.Name)), g.Name...)
	p.rows += len(g.Line)
}

// room makes room for more rows: of a piece that has some already for all that it
// can have, as memory that is moved is touched twice.
func room[T any](column []T, more int) []T {
	if len(column) > 0 && cap(column) < len(column)+more {
		more = max(more, PieceRows-len(column))
	}
	return slices.Grow(column, more)
}

// addBytes notes at which bytes the next rows begin. A piece whose rows lie too
// far apart does without.
func (p *piece) addBytes(at []int64) {
	if p.rows == 0 && len(at) > 0 {
		p.start = at[0]
	}
	if len(p.bytes) < p.rows {
		return
	}
	p.bytes = room(p.bytes, len(at))
	for _, a := range at {
		p.bytes = append(p.bytes, uint32(a-p.start))
	}
	if len(at) > 0 && at[len(at)-1]-p.start > math.MaxUint32 {
		p.bytes = nil
	}
}

func consecutive(lines []int64, from int64) bool {
	for i, line := range lines {
		if line != from+int64(i) {
			return false
		}
	}
	return true
}

// inOrder are the pieces that have rows, by file and line, whichever order they
// were read in.
func (r *Rows) inOrder() []*piece {
	list := slices.DeleteFunc(slices.Clone(r.pieces), func(p *piece) bool { return p.rows == 0 })
	slices.SortFunc(list, func(a, b *piece) int {
		return cmp.Or(cmp.Compare(a.fileNo, b.fileNo), cmp.Compare(a.first, b.first))
	})
	return list
}

package keyjoin

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
)

// The partitions of the hash, by its highest bits. A day of ten million rows a
// side has 40 000 rows in each, which a processor's cache holds.
const (
	partitionBits = 9
	partitions    = 1 << partitionBits
	hashBits      = 63
)

func partitionOf(hash uint64) uint64 { return hash >> (hashBits - partitionBits) }

// words is how many numbers a gathered row is: hash, check, gross and place.
const words = 4

// slab holds the rows of one Add, by partition.
type slab struct {
	starts [partitions + 1]uint32 // first row of each partition
	rows   []uint64               // words each; nil when they lie in the file
	at     int64                  // byte in the file
}

// Group is some rows of a piece, column by column: BIGINT as in the table
// entry, gross in minor units, and the number of the currency. At is the byte of
// the file at which each row begins, or empty when it cannot be read again there.
// Name is a hash of what the provider calls each row, of a statement only.
type Group struct {
	Line, Hash, Check, Gross, At []int64
	Name                         []uint32
	Currency                     []uint16
}

// Sorter brings rows into partitions. One goroutine uses it, for one piece
// after the other.
type Sorter struct {
	rows  *Rows
	piece *piece
	bytes []byte

	code   string // the currency that was asked for last
	number uint16
	known  bool
}

// NewSorter is for one goroutine.
func (r *Rows) NewSorter() *Sorter { return &Sorter{rows: r} }

// Currency is the number of a currency's code. Nearly all rows have that of the
// row before.
func (s *Sorter) Currency(code []byte) (number uint16, err error) {
	if s.known && string(code) == s.code {
		return s.number, nil
	}
	s.code = string(code)
	s.number, err = s.rows.currency(s.code)
	s.known = err == nil
	return s.number, err
}

// Begin starts a piece: the rows of a file that follow, in the order of lines.
func (s *Sorter) Begin(fileNo int32, statement bool) (err error) {
	s.piece, err = s.rows.piece(fileNo, statement)
	return err
}

// Add takes the next rows of the piece, at most PieceRows in all.
func (s *Sorter) Add(g Group) error {
	n := len(g.Hash)
	if n == 0 {
		return nil
	}
	p := s.piece
	if p.rows+n > PieceRows {
		return fmt.Errorf("a piece of more than %d rows", PieceRows)
	}
	var b slab
	for _, hash := range g.Hash {
		if hash < 0 {
			return errors.New("a key's hash is negative, wanted 63 bits")
		}
		b.starts[partitionOf(uint64(hash))+1]++
	}
	for i := range partitions {
		b.starts[i+1] += b.starts[i]
	}
	b.rows = scatter(b.starts, g, s.place(p))
	p.add(g)
	return s.keep(b)
}

// place is the first row's last word; each following row's is one step above.
func (s *Sorter) place(p *piece) uint64 {
	place := uint64(p.no)<<rowBits | uint64(p.rows)
	side := uint64(1)
	if p.statement {
		side = 0
	}
	return place<<(currencyBits+sideBits) | side
}

// scatter writes the rows to the places that their partitions begin at.
func scatter(next [partitions + 1]uint32, g Group, place uint64) []uint64 {
	rows := make([]uint64, words*len(g.Hash))
	for i, hash := range g.Hash {
		to := &next[partitionOf(uint64(hash))]
		row := rows[words**to:][:words]
		*to++
		row[0], row[1], row[2] = uint64(hash), uint64(g.Check[i]), uint64(g.Gross[i])
		row[3] = place | uint64(g.Currency[i])<<sideBits
		place += 1 << (currencyBits + sideBits)
	}
	return rows
}

// keep holds a slab, in memory while there is room.
func (s *Sorter) keep(b slab) error {
	r := s.rows
	size := int64(len(b.rows)) * 8
	r.guard.Lock()
	defer r.guard.Unlock()
	r.count += int64(len(b.rows) / words)
	if r.held+size <= r.memory {
		r.held += size
		r.slabs = append(r.slabs, b)
		return nil
	}
	if r.file == nil {
		file, err := os.OpenFile(r.path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return err
		}
		r.file = file
	}
	s.bytes = s.bytes[:0]
	for _, word := range b.rows {
		s.bytes = binary.LittleEndian.AppendUint64(s.bytes, word)
	}
	b.rows, b.at = nil, r.written
	r.written += size
	r.slabs = append(r.slabs, b)
	_, err := r.file.WriteAt(s.bytes, b.at)
	return err
}

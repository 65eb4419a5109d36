package keyjoin

import (
	"context"
	"encoding/binary"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// joiner joins one partition after the other. One goroutine uses it.
type joiner struct {
	*Rows
	special [][]uint64 // hashes that are not joined, by partition
	sample  int64      // statement lines up to which joined rows are noted
	rows    []uint64   // of the partition
	next    []uint32   // of each row, from 1: the row before it with the same hash and side
	slots   []slot
	mask    uint64
	bytes   []byte
	tally
}

// slot is one hash of the partition. Rows are counted from 1; the last one of
// each side is named, with next leading to those before it.
type slot struct {
	hash              uint64
	statement, ledger uint32
	used, special     bool
}

// tally is what a joiner found.
type tally struct {
	settled   []sum // by number of the currency
	keys      Keys
	unsettled []uint64 // places
	sampled   [][2]uint64
	err       error
}

// join joins partitions until none is left.
func (j *joiner) join(ctx context.Context, next *atomic.Int32) {
	j.settled = make([]sum, len(j.currencies))
	for j.err == nil {
		partition := int(next.Add(1)) - 1
		if partition >= partitions {
			return
		}
		if j.err = ctx.Err(); j.err == nil {
			j.err = j.gather(partition)
		}
		if j.err == nil {
			j.index(j.special[partition])
			j.settle()
		}
	}
}

// gather copies the rows of a partition together.
func (j *joiner) gather(partition int) error {
	j.rows = j.rows[:0]
	for i := range j.slabs {
		b := &j.slabs[i]
		from, to := b.starts[partition], b.starts[partition+1]
		if b.rows != nil {
			j.rows = append(j.rows, b.rows[words*from:words*to]...)
			continue
		}
		size := int(to-from) * words * 8
		if cap(j.bytes) < size {
			j.bytes = make([]byte, size, 2*size)
		}
		j.bytes = j.bytes[:size]
		if _, err := j.file.ReadAt(j.bytes, b.at+int64(from)*words*8); err != nil {
			return err
		}
		for at := 0; at < size; at += 8 {
			j.rows = append(j.rows, binary.LittleEndian.Uint64(j.bytes[at:]))
		}
	}
	return nil
}

// index enters the rows and the special hashes into the slots. At most half of
// them are used, so that the next free one is near.
func (j *joiner) index(special []uint64) {
	n := len(j.rows) / words
	size := 1 << bits.Len(uint(2*(n+len(special))))
	if cap(j.slots) < size {
		j.slots = make([]slot, size)
	}
	j.slots = j.slots[:size]
	clear(j.slots)
	j.mask = uint64(size - 1)
	for _, hash := range special {
		j.find(hash).special = true
	}
	j.next = append(j.next[:0], 0)
	for i := range n {
		row := j.row(i + 1)
		s := j.find(row[0])
		last := &s.statement
		if row[3]&1 != 0 {
			last = &s.ledger
		}
		j.next = append(j.next, *last)
		*last = uint32(i + 1)
	}
}

// find is the slot of a hash, made if it has none. Hashes of keys are as good
// as random.
func (j *joiner) find(hash uint64) *slot {
	for at := hash & j.mask; ; at = (at + 1) & j.mask {
		s := &j.slots[at]
		if !s.used {
			s.used, s.hash = true, hash
			return s
		}
		if s.hash == hash {
			return s
		}
	}
}

// row is a row of the partition, counted from 1.
func (j *joiner) row(n int) *[words]uint64 { return (*[words]uint64)(j.rows[words*(n-1):]) }

// settle goes through the slots: a key with one row on each side that agree is
// settled, every other row is left over.
func (j *joiner) settle() {
	for i := range j.slots {
		s := &j.slots[i]
		switch {
		case s.statement == 0 && s.ledger == 0:
		case s.special || s.hash == 0 || j.next[s.statement] != 0 || j.next[s.ledger] != 0:
			j.leave(s.statement)
			j.leave(s.ledger)
		default:
			j.plain(s)
		}
	}
}

// leave notes a row and those before it as left over.
func (j *joiner) leave(row uint32) {
	for ; row != 0; row = j.next[row] {
		j.unsettled = append(j.unsettled, placeOf(j.row(int(row))))
	}
}

// placeOf is the place of a row.
func placeOf(row *[words]uint64) uint64 { return row[3] >> (currencyBits + sideBits) }

// plain joins a hash that occurs at most once a side.
func (j *joiner) plain(s *slot) {
	if s.statement != 0 {
		j.keys.Statement++
	}
	if s.ledger != 0 {
		j.keys.Ledger++
	}
	if s.statement == 0 || s.ledger == 0 {
		j.leave(s.statement)
		j.leave(s.ledger)
		return
	}
	theirs, ours := j.row(int(s.statement)), j.row(int(s.ledger))
	if theirs[1] != ours[1] {
		j.leave(s.statement)
		j.leave(s.ledger)
		return
	}
	j.keys.Both++
	from, to := placeOf(theirs), placeOf(ours)
	p := j.pieces[from>>rowBits]
	row := int(from & (PieceRows - 1))
	if p.line(row) <= j.sample {
		j.sampled = append(j.sampled, [2]uint64{from, to})
	}
	const currency = 1<<currencyBits - 1
	if theirs[2] != ours[2] || theirs[3]>>sideBits&currency != ours[3]>>sideBits&currency {
		j.leave(s.statement)
		j.leave(s.ledger)
		return
	}
	p.partners[row] = to + 1
	j.settled[ours[3]>>sideBits&currency].add(int64(ours[2]))
}

// run joins all partitions on several threads.
func (r *Rows) run(ctx context.Context, special []int64, sample int64, threads int) []tally {
	lists := make([][]uint64, partitions)
	for _, hash := range special {
		p := partitionOf(uint64(hash))
		lists[p] = append(lists[p], uint64(hash))
	}
	tallies := make([]tally, threadsOf(threads))
	var next atomic.Int32
	var running sync.WaitGroup
	for t := range tallies {
		running.Go(func() {
			j := joiner{Rows: r, special: lists, sample: sample}
			j.join(ctx, &next)
			tallies[t] = j.tally
		})
	}
	running.Wait()
	return tallies
}

// threadsOf is how many threads work; 0 is one per processor.
func threadsOf(threads int) int {
	if threads <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return threads
}

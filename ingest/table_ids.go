package ingest

import (
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"
)

// idMark stands for one id: 96 bits of its hash and the line, which a file of
// the size limit cannot exceed. 10 million different ids collide with a
// probability below 10^-15.
type idMark struct {
	high uint64
	low  uint32
	line uint32
}

// idMarks are the ids of one piece: 16 bytes a row, in blocks that are sorted
// by the first byte of the hash when they are full.
type idMarks struct {
	full []*idBlock
	open []idMark
}

// idBlock holds marks by the first byte of their hash; those of byte b are
// marks[starts[b]:starts[b+1]].
type idBlock struct {
	marks  []idMark
	starts [257]int32
}

const idBlockSize = 1 << 14

func (m *idMarks) add(id []byte, line int64) {
	if len(m.open) == idBlockSize {
		m.close()
	}
	if m.open == nil {
		m.open = make([]idMark, 0, idBlockSize)
	}
	h := xxh3.Hash128(id)
	m.open = append(m.open, idMark{h.Hi, uint32(h.Lo), uint32(line)})
}

// close sorts the open block by counting.
func (m *idMarks) close() {
	if len(m.open) == 0 {
		return
	}
	b := &idBlock{marks: make([]idMark, len(m.open))}
	for _, mark := range m.open {
		b.starts[mark.high>>56+1]++
	}
	for i := range 256 {
		b.starts[i+1] += b.starts[i]
	}
	next := b.starts
	for _, mark := range m.open {
		at := &next[mark.high>>56]
		b.marks[*at] = mark
		*at++
	}
	m.full, m.open = append(m.full, b), m.open[:0]
}

// twice is an id that stands in two lines.
type twice struct{ first, line uint32 }

// findTwice gives the first MaxFaults ids that come again, by line, and how
// many more there are. It takes the first byte of the hash after byte, so that
// its working set stays small whatever the file.
func findTwice(parts []*idMarks) (list []twice, more int64) {
	var marks []idMark
	var set idSet
	for b := range 256 {
		marks = marks[:0]
		for _, p := range parts {
			for _, block := range p.full {
				marks = append(marks, block.marks[block.starts[b]:block.starts[b+1]]...)
			}
		}
		if set.unique(marks) {
			continue
		}
		found := sortTwice(marks)
		more += int64(len(found))
		list = firstLines(append(list, found...))
	}
	return list, more - int64(len(list))
}

// firstLines keeps the MaxFaults smallest lines.
func firstLines(list []twice) []twice {
	slices.SortFunc(list, func(a, b twice) int { return int(a.line) - int(b.line) })
	return list[:min(len(list), MaxFaults)]
}

// sortTwice gives every mark that has an earlier line with the same hash.
func sortTwice(marks []idMark) (list []twice) {
	slices.SortFunc(marks, func(a, b idMark) int {
		switch {
		case a.high != b.high:
			return compare(a.high, b.high)
		case a.low != b.low:
			return compare(a.low, b.low)
		}
		return compare(a.line, b.line)
	})
	first := 0
	for i := 1; i < len(marks); i++ {
		if marks[i].high != marks[first].high || marks[i].low != marks[first].low {
			first = i
			continue
		}
		list = append(list, twice{marks[first].line, marks[i].line})
	}
	return list
}

func compare[T uint64 | uint32](a, b T) int {
	if a < b {
		return -1
	}
	return 1
}

// idSet is an open-addressing set, reused for every byte.
type idSet struct{ slots []idMark }

// unique reports whether all marks differ in their hash.
func (s *idSet) unique(marks []idMark) bool {
	size := 16
	for size < 2*len(marks) {
		size *= 2
	}
	if len(s.slots) < size {
		s.slots = make([]idMark, size)
	}
	slots := s.slots[:size]
	clear(slots)
	mask := uint64(size - 1)
	for _, m := range marks {
		at := m.high & mask
		for slots[at].line != 0 {
			if slots[at].high == m.high && slots[at].low == m.low {
				return false
			}
			at = (at + 1) & mask
		}
		slots[at] = m
	}
	return true
}

// idFaults are the ids of a column that stand twice in the file.
func idFaults(parts []*idMarks, column string) []Fault {
	for _, p := range parts {
		p.close()
	}
	list, more := findTwice(parts)
	var out []Fault
	for i, t := range list {
		text := fmt.Sprintf("the same id as in line %d, wanted each id once; export every row once, or map a column that tells the rows apart", t.first)
		if more > 0 && i == len(list)-1 {
			text += fmt.Sprintf(" (and %d more ids that come again)", more)
		}
		out = append(out, Fault{Line: int64(t.line), Column: column, Text: text})
	}
	return out
}

package keyjoin

import "slices"

// nameSet is a set of names' hashes. Most hashes that are looked for are not in
// it, which one bit says without a look at the map.
type nameSet struct {
	bits [1 << 14]uint64
	in   map[uint32]struct{}
}

func (s *nameSet) add(name uint32) {
	s.bits[name>>6&(1<<14-1)] |= 1 << (name & 63)
	s.in[name] = struct{}{}
}

func (s *nameSet) has(name uint32) bool {
	if s.bits[name>>6&(1<<14-1)]>>(name&63)&1 == 0 {
		return false
	}
	_, in := s.in[name]
	return in
}

// namesakes are the settled rows of statements whose name has the hash of a
// left-over one's, by file and line. Which of several rows of one name a row
// is, is counted over all of them.
func (r *Rows) namesakes(left []uint64) []Row {
	names := nameSet{in: map[uint32]struct{}{}}
	for _, place := range left {
		if p := r.pieces[place>>rowBits]; p.statement {
			names.add(p.names[place&(PieceRows-1)])
		}
	}
	var list []Row
	for _, p := range r.pieces {
		for row, name := range p.names {
			if p.partners[row] != 0 && names.has(name) {
				list = append(list, r.row(uint64(p.no)<<rowBits|uint64(row)))
			}
		}
	}
	slices.SortFunc(list, Row.Compare)
	return list
}

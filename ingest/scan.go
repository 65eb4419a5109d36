package ingest

// What costs most of reading a text is to look at each of its bytes. The loops
// of scan_amd64.s look at 64 at once, where the processor can (wide). Without
// them, for rows longer than a stretch and for cells that are not divided by
// one byte, packages bytes and mask64 find the same in the same places.

// stretch is how much of a block is marked at once: it stays in the fastest
// cache together with its marks, and many rows fit into it.
const stretch = 16 << 10

// marks are where the separators in a stretch of a block are, as offsets in the
// stretch. It begins with a row; what lies before the row at hand is passed.
type marks struct {
	comma byte
	base  int // of the stretch in the block
	seps  places
	ends  places
	quote places
}

// places are ascending offsets.
type places struct {
	room   []int32
	list   []int32 // the filled part of room
	passed int
}

// overshoot is how many places the loops may write behind the last one.
const overshoot = 16

// newMarks is nil for layouts and processors that do without marks.
func newMarks(l *Layout) *marks {
	if !wide || l.Split != nil || l.Backtick {
		return nil
	}
	m := &marks{comma: l.Comma}
	for _, p := range []*places{&m.seps, &m.ends, &m.quote} {
		p.room = make([]int32, 1+stretch+overshoot)
	}
	return m
}

// forget is for the next block.
func (m *marks) forget() {
	if m != nil {
		m.ends.list, m.ends.passed = nil, 0
	}
}

// seek goes to the row that starts at at; the lines are b[:size] and padding
// follows them. It is false when the row's first line is longer than a stretch.
func (m *marks) seek(b []byte, size, at int) bool {
	if m == nil {
		return false
	}
	offset := int32(at - m.base)
	if !m.ends.pass(offset) {
		m.read(b, size, at)
		return len(m.ends.list) > 0
	}
	m.seps.pass(offset)
	m.quote.pass(offset)
	return true
}

// pass goes to the first place from offset on, and is false if there is none.
func (p *places) pass(offset int32) bool {
	for p.passed < len(p.list) && p.list[p.passed] < offset {
		p.passed++
	}
	return p.passed < len(p.list)
}

// read marks the stretch that begins at at. The end of the last line is marked
// also where no line end stands.
func (m *marks) read(b []byte, size, at int) {
	n := min(stretch, size-at)
	m.base = at
	seps, ends, quotes := marksAVX2(&b[at], (n+63)/64, m.comma, &m.seps.room[1], &m.ends.room[0], &m.quote.room[0])
	m.seps.room[0] = -1 // as if a line ended before the stretch
	m.seps.fill(seps+1, n)
	m.seps.passed = 1
	m.ends.fill(ends, n)
	m.quote.fill(quotes, n)
	if at+n == size && b[size-1] != '\n' {
		m.seps.list, m.ends.list = append(m.seps.list, int32(n)), append(m.ends.list, int32(n))
	}
}

// fill takes the first places of the room, less those from limit on: they are
// in the padding.
func (p *places) fill(found, limit int) {
	for found > 0 && p.room[found-1] >= int32(limit) {
		found--
	}
	p.list, p.passed = p.room[:found], 0
}

// lineEnd is the end of the row's first line and where the next line starts.
func (m *marks) lineEnd(size int) (end, next int) {
	end = m.base + int(m.ends.list[m.ends.passed])
	return end, min(end+1, size)
}

// hasQuote reports whether the row's first line has one.
func (m *marks) hasQuote() bool {
	q := &m.quote
	return q.passed < len(q.list) && q.list[q.passed] < m.ends.list[m.ends.passed]
}

// cells are the places before, between and after the cells of a row without
// quotes, if it has as many as columns; n is how many there are.
func (m *marks) cells(columns int) (around []int32, n int) {
	s, end := &m.seps, m.ends.list[m.ends.passed]
	if after := s.passed + columns; after <= len(s.list) && s.list[after-1] == end {
		around, s.passed = s.list[s.passed-1:after], after
		return around, columns
	}
	for n = 1; s.list[s.passed+n-1] != end; n++ {
	}
	return nil, n
}

// beforeQuote appends the cells that end before the row's first quote and
// returns where the next cell starts.
func (m *marks) beforeQuote(b []byte, at int, cells [][]byte) ([][]byte, int) {
	s, quote := &m.seps, m.quote.list[m.quote.passed]
	for s.passed < len(s.list) && s.list[s.passed] < quote {
		end := m.base + int(s.list[s.passed])
		cells, at = append(cells, b[at:end]), end+1
		s.passed++
	}
	return cells, at
}

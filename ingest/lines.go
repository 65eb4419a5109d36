package ingest

// lines is the source of a piece that comes in blocks. A block is given back
// when the first row after it is asked for.
type lines struct {
	piece  *piece
	block  *block // being read; nil before the first and after the last
	padded []byte // its lines and the bytes after them
	at     int    // of the next line
	line   int64  // its number
	doubt  bool   // the block has bytes that are not of the character set
	count  func(bytes, rows int64)
}

func (l *lines) advance(r *reader) (more bool, err error) {
	if l.block == nil || l.at == len(l.block.data) {
		l.close()
		if l.block = <-l.piece.blocks; l.block == nil {
			return false, nil
		}
		l.open(r)
	}
	r.at = l.block.at + int64(l.at)
	next, passed := r.line(l.block.data, l.padded, l.at, l.line, l.doubt)
	l.at, l.line = next, l.line+passed
	return true, nil
}

func (l *lines) open(r *reader) {
	data := l.block.data
	l.at, l.line = 0, l.block.line
	l.padded, l.doubt = r.begin(data)
	l.count(int64(len(data)), 0)
}

// close gives the block back.
func (l *lines) close() {
	if l.block != nil {
		l.piece.free <- l.block
		l.block = nil
	}
}

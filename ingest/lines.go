package ingest

import "runtime"

// lines is the source of a piece that comes in blocks. A block is given back
// when the rows after its last are asked for, because until then the sink's
// chunk points to it.
type lines struct {
	piece  *piece
	block  *block // being read; nil before the first and after the last
	padded []byte // its lines and the bytes after them
	at     int    // of the next line
	line   int64  // its number
	doubt  bool   // the block has bytes that are not of the character set
	spent  []*block
	pins   runtime.Pinner
	count  func(bytes, rows int64)
}

func (l *lines) advance(r *reader) (more bool, err error) {
	if l.block == nil || l.at == len(l.block.data) {
		if l.block != nil {
			l.spent = append(l.spent, l.block)
		}
		if l.block = <-l.piece.blocks; l.block == nil {
			return false, nil
		}
		l.open(r)
	}
	next, passed := r.line(l.block.data, l.padded, l.at, l.line, l.doubt)
	l.at, l.line = next, l.line+passed
	return true, nil
}

func (l *lines) open(r *reader) {
	data := l.block.data
	l.at, l.line, l.padded = 0, l.block.line, data[:len(data)+padding]
	l.doubt = !r.layout.Charset.wellFormed(data)
	l.pins.Pin(&data[0])
	r.row.block = data
	l.count(int64(len(data)), 0)
}

func (l *lines) release() {
	l.pins.Unpin()
	for _, b := range l.spent {
		l.piece.free <- b
	}
	l.spent = l.spent[:0]
	if l.block != nil {
		l.pins.Pin(&l.block.data[0])
	}
}

// close gives all blocks back.
func (l *lines) close() {
	if l.block != nil {
		l.spent = append(l.spent, l.block)
		l.block = nil
	}
	l.release()
}

package ingest

import "io"

// SetReadText makes every text be read through f until restore is called.
func SetReadText(f func(io.Reader) io.Reader) (restore func()) {
	old := readText
	readText = f
	return func() { readText = old }
}

type brokenContent struct {
	content
	from int64
	err  error
}

func (b brokenContent) ReadAt(p []byte, at int64) (int, error) {
	if at+int64(len(p)) > b.from {
		return 0, b.err
	}
	return b.content.ReadAt(p, at)
}

// BreakDisk makes reading a file fail with err when it goes beyond from.
func BreakDisk(from func(size int64) int64, err error) (restore func()) {
	old := openContent
	openContent = func(path string) (content, int64, error) {
		c, size, e := old(path)
		if e != nil {
			return nil, 0, e
		}
		return brokenContent{c, from(size), err}, size, nil
	}
	return func() { openContent = old }
}

// SetPieceRows makes pieces of n rows until restore is called.
func SetPieceRows(n int) (restore func()) {
	old := pieceRows
	pieceRows = n
	return func() { pieceRows = old }
}

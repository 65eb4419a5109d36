package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"
)

// Place is where a row stands: the number of its text, its line, and the byte
// of the file at which it begins.
type Place struct {
	FileNo   int32
	Line, At int64
}

// ReadAgain reads single rows of files that Load read whole, and writes them as
// Parquet pieces like Load's into opts.Dir. For the few rows of a day that need
// all their columns this is much cheaper than looking for them in the pieces.
// Places are by file and byte; those of one file are in one piece.
func ReadAgain(ctx context.Context, files []File, places []Place, opts Options) ([]Piece, error) {
	l := newLoader(opts)
	pieces, errs := make([]Piece, len(files)), make([]error, len(files))
	var reading sync.WaitGroup
	for i, file := range files {
		byFile := func(p Place, no int32) int { return int(p.FileNo) - int(no) }
		from, _ := slices.BinarySearchFunc(places, file.No, byFile)
		until, _ := slices.BinarySearchFunc(places, file.No+1, byFile)
		if from == until {
			continue
		}
		reading.Go(func() {
			if pieces[i], errs[i] = l.again(ctx, file, places[from:until]); errs[i] != nil {
				errs[i] = fmt.Errorf("%s: reading rows again: %w", file.Name, errs[i])
			}
		})
	}
	reading.Wait()
	return slices.DeleteFunc(pieces, func(p Piece) bool { return p.Path == "" }), errors.Join(errs...)
}

// again reads some rows of one file.
func (l *loader) again(ctx context.Context, file File, places []Place) (Piece, error) {
	c, err := openContainer(file, l.opts.MaxBytes)
	if err != nil {
		return Piece{}, err
	}
	defer c.close()
	if len(c.texts) != 1 || !c.texts[0].plain {
		return Piece{}, errors.New("the file is not the one text that it was")
	}
	t := newReading(file, c.texts[0])
	if err := l.claim(c, t); err != nil {
		return Piece{}, err
	}
	s := borrowSink(l.opts)
	defer s.giveBack()
	r := newReader(t, 0, &chosenLines{file: c.bytes, places: places}, s)
	r.path = filepath.Join(l.opts.Dir, fmt.Sprintf("%s-again%d.parquet", l.opts.Reconciliation, file.No))
	if err := r.run(ctx, func(int64, int64) {}); err != nil {
		return Piece{}, err
	}
	if r.kept != int64(len(places)) || !r.row.faults.none() {
		return Piece{}, fmt.Errorf("%d of %d rows are not what they were: the file was changed", int64(len(places))-r.kept, len(places))
	}
	return Piece{Path: r.path, Rows: r.kept}, nil
}

// chosenLines is the source of a piece that is read again: single rows of a file.
type chosenLines struct {
	file   io.ReaderAt
	places []Place
	window []byte
}

func (c *chosenLines) advance(r *reader) (more bool, err error) {
	if len(c.places) == 0 {
		return false, nil
	}
	p := c.places[0]
	c.places = c.places[1:]
	data, err := c.row(r.layout, p.At)
	if err != nil {
		return false, err
	}
	padded, doubt := r.begin(data)
	r.line(data, padded, 0, p.Line, doubt)
	return true, nil
}

// firstWindow is how many bytes are read for a row at first; most fit.
const firstWindow = 4096

// row is the row that begins at a byte, of at least one byte, with padding bytes
// after it.
func (c *chosenLines) row(l *Layout, at int64) ([]byte, error) {
	for size := firstWindow; size <= blockBytes; size *= 4 {
		if cap(c.window) < size+padding {
			c.window = make([]byte, size+padding)
		}
		n, err := c.file.ReadAt(c.window[:size], at)
		if err != nil && err != io.EOF {
			return nil, err
		}
		if n == 0 {
			return nil, fmt.Errorf("no row begins at byte %d: the file was changed", at)
		}
		if length, rows := l.rowsIn(c.window[:n], 1); rows == 1 {
			return c.window[:length], nil
		}
		if err == io.EOF {
			return c.window[:n], nil
		}
	}
	return nil, fmt.Errorf("the row at byte %d is longer than %d bytes", at, blockBytes)
}

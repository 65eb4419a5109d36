package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"

	"recon/internal/keyjoin"
)

// ReadAgain reads single rows of files that Load read whole, and writes them as
// Parquet pieces like Load's into opts.Dir. For the few rows of a day that need
// all their columns this is much cheaper than looking for them in the pieces.
// Rows are by
// file and line, each with its byte. It returns the path of one piece per file.
func ReadAgain(ctx context.Context, files []File, rows []keyjoin.Row, opts Options) ([]string, error) {
	l := newLoader(opts)
	paths, errs := make([]string, len(files)), make([]error, len(files))
	var reading sync.WaitGroup
	for i, file := range files {
		byFile := func(r keyjoin.Row, no int32) int { return int(r.FileNo) - int(no) }
		from, _ := slices.BinarySearchFunc(rows, file.No, byFile)
		until, _ := slices.BinarySearchFunc(rows, file.No+1, byFile)
		if from == until {
			continue
		}
		reading.Go(func() {
			if paths[i], errs[i] = l.again(ctx, file, rows[from:until]); errs[i] != nil {
				errs[i] = fmt.Errorf("%s: reading rows again: %w", file.Name, errs[i])
			}
		})
	}
	reading.Wait()
	return slices.DeleteFunc(paths, func(path string) bool { return path == "" }), errors.Join(errs...)
}

// again reads some rows of one file.
func (l *loader) again(ctx context.Context, file File, rows []keyjoin.Row) (path string, err error) {
	c, err := openContainer(file, l.opts.MaxBytes)
	if err != nil {
		return "", err
	}
	defer c.close()
	if len(c.texts) != 1 || !c.texts[0].plain {
		return "", errors.New("the file is not the one text that it was")
	}
	t := newReading(file, c.texts[0])
	if err := l.claim(c, t); err != nil {
		return "", err
	}
	s := borrowSink(l.opts)
	defer s.giveBack()
	r := newReader(t, 0, &chosenLines{file: c.bytes, rows: rows}, s)
	r.path = filepath.Join(l.opts.Dir, fmt.Sprintf("%s-again%d.parquet", l.opts.Reconciliation, file.No))
	if err := r.run(ctx, func(int64, int64) {}); err != nil {
		return "", err
	}
	if r.kept != int64(len(rows)) || !r.row.faults.none() {
		return "", fmt.Errorf("%d of %d rows are not what they were: the file was changed", int64(len(rows))-r.kept, len(rows))
	}
	return r.path, nil
}

// chosenLines is the source of a piece that is read again: single rows of a file.
type chosenLines struct {
	file   io.ReaderAt
	rows   []keyjoin.Row
	window []byte
}

func (c *chosenLines) advance(r *reader) (more bool, err error) {
	if len(c.rows) == 0 {
		return false, nil
	}
	next := c.rows[0]
	c.rows = c.rows[1:]
	data, err := c.row(r.layout, next.At)
	if err != nil {
		return false, err
	}
	padded, doubt := r.begin(data)
	r.line(data, padded, 0, next.Line, doubt)
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

package ingest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Inspect reads one file, keeps no row of it, and says what it is. Date may be
// 0 and the source without account: then they are not checked.
func Inspect(ctx context.Context, file File, opts Options) ([]Receipt, error) {
	l := newLoader(opts)
	lists, err := l.all(ctx, []File{file})
	if err != nil {
		return nil, err
	}
	return l.publish(ctx, lists)
}

// ReadLine gives one row as it stands in its file: the header's names and the
// cells, decoded. Entry and line are those of the receipt and the entry.
func ReadLine(ctx context.Context, file File, entry string, line int64, opts Options) (header, cells []string, err error) {
	l := newLoader(opts)
	c, err := openContainer(file, l.opts.MaxBytes)
	if err != nil {
		return nil, nil, err
	}
	defer c.close()
	i := slices.IndexFunc(c.texts, func(x text) bool { return x.entry == entry })
	if i < 0 {
		return nil, nil, fmt.Errorf("%s: holds no %q", file.Name, entry)
	}
	t := newReading(file, c.texts[i])
	if err := l.claim(c, t); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", t.path, err)
	}
	if header, cells, err = l.readLine(ctx, c, t, line); err != nil {
		return nil, nil, fmt.Errorf("%s:%d: %w", t.path, line, err)
	}
	return header, cells, nil
}

var errNoRow = errors.New("there is no row at this line")

func (l *loader) readLine(ctx context.Context, c *container, t *reading, line int64) (header, cells []string, err error) {
	var found [][]byte
	if t.parquet {
		found, err = l.findRow(ctx, t, line)
	} else {
		found, err = l.findLine(c, t, line)
	}
	if err != nil {
		return nil, nil, err
	}
	for i, cell := range found {
		header = append(header, t.layout.columnOf(i))
		cells = append(cells, t.layout.Charset.lenient(cell))
	}
	return header, cells, nil
}

// findLine reads the cells of all columns of the row at line.
func (l *loader) findLine(c *container, t *reading, line int64) ([][]byte, error) {
	all := *t.layout
	if all.Split == nil {
		all.Cells = nil
		for i := range all.Columns {
			all.Cells = append(all.Cells, i)
		}
	}
	t.layout = &all
	data, err := l.from(c, t, line)
	if err != nil {
		return nil, err
	}
	r := newReader(t, 0, nil, nil)
	end := len(data)
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		end = i
	}
	if end == 0 || all.IsTrailer != nil && all.IsTrailer(data[:end]) {
		return nil, errNoRow
	}
	r.fill(data, data[:len(data)+padding], 0, end, end, line, false)
	if !r.row.faults.none() {
		return nil, errors.New(r.row.faults.kept[0].Text)
	}
	return r.row.Cells, nil
}

// from returns what a text holds from the start of a line, as far as one row can go.
func (l *loader) from(c *container, t *reading, line int64) ([]byte, error) {
	r, _, err := c.openText(t.text, l.opts.MaxBytes)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if line < t.layout.BodyLine {
		return nil, errNoRow
	}
	if _, err := io.CopyN(io.Discard, r, t.layout.Body); err != nil {
		return nil, c.explain(err)
	}
	lines := bufio.NewReaderSize(r, blockBytes)
	for at := t.layout.BodyLine; at < line; {
		switch _, err := lines.ReadSlice('\n'); err {
		case nil:
			at++
		case bufio.ErrBufferFull:
		case io.EOF:
			return nil, errNoRow
		default:
			return nil, c.explain(err)
		}
	}
	data := make([]byte, blockBytes, blockBytes+padding)
	n, err := fill(lines, data)
	if err != nil && err != io.EOF {
		return nil, c.explain(err)
	}
	return data[:n], nil
}

// findRow is findLine for files that are no text.
func (l *loader) findRow(ctx context.Context, t *reading, line int64) ([][]byte, error) {
	rows, done, err := l.openRows(ctx, t)
	if err != nil {
		return nil, err
	}
	defer done()
	for {
		at, cells, err := rows.Next()
		if err == io.EOF || err == nil && at > line {
			return nil, errNoRow
		}
		if err != nil {
			return nil, err
		}
		if at == line {
			found := make([][]byte, len(cells))
			for i := range cells {
				found[i] = bytes.Clone(cells[i])
			}
			return found, nil
		}
	}
}

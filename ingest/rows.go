package ingest

import (
	"context"
	"io"

	"recon/internal/store"
)

// readRows hands out the one piece whose reader goes through all rows of a
// file that is no text.
func (l *loader) readRows(ctx context.Context, t *reading) error {
	rows, done, err := l.openRows(ctx, t)
	if err != nil {
		return err
	}
	defer done()
	if !t.faults.none() {
		return nil
	}
	if err := t.hand(ctx, l.pieces, &piece{text: t, rows: rows}); err != nil {
		return err
	}
	t.pending.Wait()
	return nil
}

// openRows lets the format open a file that is no text, with the help of the
// workspace's engine or, when nothing is kept, of one opened for it.
func (l *loader) openRows(ctx context.Context, t *reading) (Rows, func(), error) {
	if t.text.entry != "" {
		return nil, nil, Fault{Text: "is Parquet inside a zip, wanted it as a file of its own; unpack it"}
	}
	ws, closeWS := l.ws, func() {}
	if ws == nil {
		own, err := store.Open(ctx, store.Options{Threads: 1})
		if err != nil {
			return nil, nil, err
		}
		ws, closeWS = own, func() { own.Close() }
	}
	layout, rows, err := t.format.(RowSource).OpenRows(ctx, ws.DB(), t.file.Source, t.file.Path)
	if err == nil && rows == nil {
		err = Fault{Text: "begins like Parquet and cannot be read as such"}
	}
	if err != nil {
		closeWS()
		return nil, nil, err
	}
	t.setLayout(layout)
	return rows, func() { rows.Close(); closeWS() }, nil
}

// parseRows reads all rows of a file that is no text, piece after piece.
func (l *loader) parseRows(ctx context.Context, p *piece, s *sink) error {
	for no, more := 0, true; more; no++ {
		r := newReader(p.text, s)
		r.no = no
		var err error
		if more, err = r.fromRows(ctx, p.rows); err != nil {
			return p.text.fail(err)
		}
		l.opts.Progress(0, r.rows)
		if err := l.store(r); err != nil {
			return err
		}
	}
	return nil
}

// fromRows reads the rows of one piece and reports whether there may be more.
func (r *reader) fromRows(ctx context.Context, rows Rows) (more bool, err error) {
	defer r.row.arena.release()
	for r.rows < int64(pieceRows) {
		line, cells, err := rows.Next()
		if err == io.EOF {
			return false, r.flush()
		}
		if err != nil {
			return false, err
		}
		r.row.next(line)
		for i, cell := range cells {
			r.row.Cells[i] = trim(cell)
		}
		r.emit()
		if r.sink != nil && r.sink.full() {
			if err := r.flush(); err != nil {
				return false, err
			}
			if err := context.Cause(ctx); err != nil {
				return false, err
			}
		}
		if r.sink == nil || r.sink.rows == 0 {
			r.row.arena.release()
		}
	}
	return true, r.flush()
}

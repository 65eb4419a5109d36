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
	from := &rowSource{rows: p.rows}
	for no := 0; !from.ended; no++ {
		from.left = pieceRows
		if err := l.readPiece(ctx, newReader(p.text, no, from, s)); err != nil {
			return p.text.fail(err)
		}
	}
	return nil
}

// rowSource is the source of a file that is no text.
type rowSource struct {
	rows  Rows
	left  int // rows of the piece
	ended bool
}

func (s *rowSource) advance(r *reader) (more bool, err error) {
	if s.left == 0 || s.ended {
		return false, nil
	}
	s.left--
	line, cells, err := s.rows.Next()
	if err == io.EOF {
		s.ended = true
		return false, nil
	}
	if err != nil {
		return false, err
	}
	r.row.next(line)
	for i, cell := range cells {
		r.row.Cells[i] = trim(cell)
	}
	r.emit()
	return true, nil
}

package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"recon/internal/keyjoin"
	"recon/internal/store"
)

// Options say how files are loaded.
type Options struct {
	Formats        []Format                // what a source's format can name, and what auto looks through
	Dir            string                  // folder of the Parquet pieces; "": rows go into the workspace table entry
	Reconciliation string                  // starts the names of the pieces
	Threads        int                     // 0: all processors
	Keys           *keyjoin.Rows           // gathers the rows that can be joined; nil: none
	OwnKinds       []string                // the kinds of statement rows that can be: those an own source can hold
	MaxBytes       int64                   // inflated bytes of one file; 0: 16 GiB
	Progress       func(bytes, rows int64) // what was read since the last call; called by several goroutines

	brief bool // the pieces are read once and removed
}

// Load reads files into Parquet pieces (or the table entry). What is wrong in
// a file stands in its receipts; the error is for trouble with disk or engine.
// The receipts are in the order of files, then of parts; the pieces are
// numbered in that order whatever the timing, and a file with a fault leaves none.
func Load(ctx context.Context, ws *store.Store, files []File, opts Options) ([]Receipt, error) {
	if opts.Dir == "" {
		return loadTable(ctx, ws, files, opts)
	}
	l := newLoader(opts)
	l.ws = ws
	lists, err := l.all(ctx, files)
	if err != nil {
		return nil, errors.Join(err, l.sweep(lists))
	}
	return l.publish(ctx, lists)
}

// loadTable loads files into the table entry, by way of pieces that it removes.
func loadTable(ctx context.Context, ws *store.Store, files []File, opts Options) (receipts []Receipt, err error) {
	if opts.Dir, err = os.MkdirTemp("", "recon-pieces-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(opts.Dir)) }()
	opts.brief = true
	if receipts, err = Load(ctx, ws, files, opts); err != nil {
		return nil, err
	}
	var paths []string
	for i := range receipts {
		for _, p := range receipts[i].Pieces {
			paths = append(paths, p.Path)
		}
		receipts[i].Pieces = nil
	}
	return receipts, ws.InsertFiles(ctx, "entry", entryColumns, paths)
}

// loader is one call of Load or Inspect.
type loader struct {
	opts   Options
	ws     *store.Store // nil: rows are checked and not kept
	first  chan *piece  // of own exports: they take longest to parse, and should not be what is left at the end
	pieces chan *piece  // of statements
	cancel context.CancelCauseFunc
}

func newLoader(opts Options) *loader {
	if opts.Threads <= 0 {
		opts.Threads = runtime.GOMAXPROCS(0)
	}
	if opts.MaxBytes <= 0 {
		opts.MaxBytes = 16 << 30
	}
	if opts.Progress == nil {
		opts.Progress = func(int64, int64) {}
	}
	return &loader{opts: opts, pieces: make(chan *piece), first: make(chan *piece)}
}

// all reads the files side by side, as many at once as there are threads to
// parse what they unpack. The result has the readings of each file.
func (l *loader) all(ctx context.Context, files []File) ([][]*reading, error) {
	ctx, l.cancel = context.WithCancelCause(ctx)
	defer l.cancel(nil)
	var parsers, cutters sync.WaitGroup
	for range l.opts.Threads {
		parsers.Go(func() { l.parse(ctx) })
	}
	lists := make([][]*reading, len(files))
	slots := make(chan struct{}, l.opts.Threads)
	for i, file := range files {
		slots <- struct{}{}
		cutters.Go(func() {
			defer func() { <-slots }()
			var err error
			if lists[i], err = l.file(ctx, file); err != nil {
				l.cancel(fmt.Errorf("%s: %w", file.Name, err))
			}
		})
	}
	cutters.Wait()
	close(l.pieces)
	parsers.Wait()
	return lists, context.Cause(ctx)
}

// next is the next piece to parse, nil when there are none.
func (l *loader) next() *piece {
	select {
	case p := <-l.first:
		return p
	default:
	}
	select {
	case p := <-l.first:
		return p
	case p := <-l.pieces:
		return p
	}
}

// parse takes pieces until there are none.
func (l *loader) parse(ctx context.Context) {
	var s *sink
	defer func() { s.giveBack() }()
	for {
		p := l.next()
		if p == nil {
			return
		}
		err := context.Cause(ctx)
		if s == nil && l.ws != nil && err == nil {
			s = borrowSink(l.opts)
			s.keys = newKeys(l.opts)
		}
		if err == nil {
			err = l.parsePiece(ctx, p, s)
		}
		if err != nil {
			l.cancel(fmt.Errorf("%s: %w", p.text.path, err))
		}
		p.text.pending.Done()
	}
}

func (l *loader) parsePiece(ctx context.Context, p *piece, s *sink) error {
	if p.rows != nil {
		return l.parseRows(ctx, p, s)
	}
	from := &lines{piece: p, count: l.opts.Progress}
	defer from.close()
	return l.readPiece(ctx, newReader(p.text, p.no, from, s))
}

// readPiece reads one piece and writes its rows where they belong.
func (l *loader) readPiece(ctx context.Context, r *reader) error {
	t := r.reading
	if l.ws != nil && l.opts.Dir != "" {
		r.path = filepath.Join(l.opts.Dir, fmt.Sprintf("%s-file%d-%d.tmp", l.opts.Reconciliation, t.file.No, r.no))
	}
	err := r.run(ctx, l.opts.Progress)
	if r.path != "" && (err != nil || r.kept == 0) {
		err = errors.Join(err, os.Remove(r.path))
		r.path = ""
	}
	if err == nil {
		t.done(r)
	}
	return err
}

// publish gives the pieces of faultless files their names and removes the rest.
func (l *loader) publish(ctx context.Context, lists [][]*reading) ([]Receipt, error) {
	var receipts []Receipt
	number := 0
	for _, list := range lists {
		faulty := false
		for _, t := range list {
			faulty = faulty || len(t.receipt.Faults) > 0
		}
		for _, t := range list {
			var err error
			if faulty {
				err = l.remove(ctx, t)
			} else {
				number, err = l.rename(t, number)
			}
			if err != nil {
				return nil, errors.Join(err, l.sweep(lists))
			}
			receipts = append(receipts, t.receipt)
		}
	}
	return receipts, nil
}

func (l *loader) rename(t *reading, number int) (int, error) {
	for _, r := range t.results {
		if r.path == "" {
			continue
		}
		number++
		path := filepath.Join(l.opts.Dir, fmt.Sprintf("%s-%04d.parquet", l.opts.Reconciliation, number))
		if err := os.Rename(r.path, path); err != nil {
			return number, err
		}
		t.receipt.Pieces = append(t.receipt.Pieces, Piece{Path: path, Rows: r.kept})
	}
	return number, nil
}

func (l *loader) remove(ctx context.Context, t *reading) error {
	if l.ws != nil && l.opts.Dir == "" {
		return l.ws.Exec(ctx, "delete from entry where file_no = ?", t.file.No)
	}
	return l.sweep([][]*reading{{t}})
}

// sweep removes the pieces that have no final name yet.
func (l *loader) sweep(lists [][]*reading) error {
	var errs []error
	for _, list := range lists {
		for _, t := range list {
			for _, r := range t.results {
				if r.path == "" {
					continue
				}
				if err := os.Remove(r.path); err != nil && !os.IsNotExist(err) {
					errs = append(errs, err)
				}
			}
		}
	}
	return errors.Join(errs...)
}

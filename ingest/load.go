package ingest

import (
	"context"

	"recon/internal/store"
)

// Options say how files are loaded.
type Options struct {
	Formats        []Format                // what a source's format can name, and what auto looks through
	Dir            string                  // folder of the Parquet pieces; "": rows go into the workspace table entry
	Reconciliation string                  // starts the names of the pieces
	Threads        int                     // 0: all processors
	MaxBytes       int64                   // inflated bytes of one file; 0: 16 GiB
	Progress       func(bytes, rows int64) // what was read since the last call; called by several goroutines
}

// Load reads files into Parquet pieces (or the table entry). What is wrong in
// a file stands in its receipts; the error is for trouble with disk or engine.
// The receipts are in the order of files, then of parts; the pieces are
// numbered in that order whatever the timing, and a file with a fault leaves none.
func Load(ctx context.Context, ws *store.Store, files []File, opts Options) ([]Receipt, error) {
	panic("todo")
}

// Inspect reads one file, keeps no row of it, and says what it is.
func Inspect(ctx context.Context, file File, opts Options) ([]Receipt, error) { panic("todo") }

// ReadLine gives one row as it stands in its file: the header's names and the
// cells, decoded. Entry is the receipt's.
func ReadLine(ctx context.Context, file File, entry string, line int64, opts Options) (header, cells []string, err error) {
	panic("todo")
}

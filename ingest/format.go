package ingest

import (
	"context"
	"database/sql"

	"recon/internal/config"
)

// Format is one kind of file: a provider's statement, or the mapping of an own
// export. Implementations hold no state of a file.
type Format interface {
	// ID is the format's name in the configuration, like "alipay.trade".
	ID() string
	// Provider is the name the format's rows carry, like "alipay".
	Provider() string
	// Detect reports whether a file is of this format, by its name inside the
	// container and its first bytes as they lie there (not decoded).
	Detect(name string, head []byte) bool
	// Open reads what stands before the rows and says how to read them.
	Open(src *config.Source, name string, head []byte) (*Layout, error)
}

// Charset is how text is encoded.
type Charset uint8

// The character sets a layout can name.
const (
	UTF8 Charset = iota
	GB18030
)

// Layout says how one file is read; Format.Open finds it from the file's head.
// Rows are lines of cells; lines before Body are the preamble, lines from the
// first one for which IsTrailer is true are the trailer.
type Layout struct {
	Charset  Charset
	Body     int64    // offset of the first row in the content
	BodyLine int64    // its line number, from 1
	Comma    byte     // cell separator, never a byte that a multi-byte character can contain
	Quoted   bool     // RFC 4180 quotes; a quoted cell may contain line ends
	Backtick bool     // WeChat: every cell starts with `, cells are split at ,`
	Columns  []string // the header, in file order, names as printed in faults
	Cells    []int    // the columns Row.Cells holds, as positions in Columns
	Keep     int      // the Row.Route whose rows become entries; the others are read, checked and counted

	IsTrailer func(line []byte) bool // nil: no trailer
	Row       func(r *Row, e *Entry)

	// Trailer reads the lines after the rows (decoded to UTF-8) and returns
	// what the file claims of itself. A file that must have a trailer and has
	// none, or no end marker, is truncated: Trailer says so.
	Trailer func(lines []string) (Claim, error)

	// End is called once, by one goroutine, after the last row of the file. It
	// returns what is known only then (own exports: ids that come twice, words
	// that no setting names); Load fills in their path. nil: nothing.
	End func() []Fault
	// Export returns the figures of the whole file for the gate of own exports,
	// after End. nil: a statement.
	Export func() ExportFigures

	Stated Stated
}

// RowSource is a Format some of whose files are not lines of text (Parquet).
type RowSource interface {
	// OpenRows reads the content at path (a plain file, whatever container it
	// came in). A nil Rows means the file is text: use Open.
	OpenRows(ctx context.Context, db *sql.DB, src *config.Source, path string) (*Layout, Rows, error)
}

// Rows yields the rows of a file one by one, in file order. Charset and Cells
// are as Layout says; Cells are valid until the next call of Next.
type Rows interface {
	Next() (line int64, cells [][]byte, err error) // io.EOF after the last row
	Close() error
}

// Row is one row of a file while it is being read. It is used by one goroutine
// and reused for the next row.
type Row struct {
	Cells [][]byte // the cells of Layout.Cells, raw bytes without surrounding spaces and tabs
	Line  int64    // of its first line, from 1
	Skip  bool     // set by Layout.Row: the row is known and is no entry
	Route int      // set by Layout.Row of own exports: see Table; -1 ignored, else rows other than Layout.Keep are not kept
	State any      // for Layout.Row alone, nil at first: what it keeps from row to row, as long as the Row lives

	faults *faults
	layout *Layout
}

package ingest

import (
	"context"
	"database/sql"
	"time"

	"recon/internal/config"
)

// Format is one kind of file: a provider's statement, or the mapping of an own
// export. Implementations hold no state of a file and are used by several
// goroutines at once.
type Format interface {
	// ID is the format's name in the configuration, like "alipay.trade".
	ID() string
	// Provider is the name the format's rows carry, like "alipay".
	Provider() string
	// Detect reports whether a text is of this format, by its name inside the
	// container (UTF-8) and its first HeadBytes as they lie there, not decoded.
	Detect(name string, head []byte) bool
	// Open reads what stands before the rows and says how to read them. An
	// error is a Fault or Faults with line and column; Path is filled in later.
	Open(src *config.Source, name string, head []byte) (*Layout, error)
}

// Summarizer is a Format whose container also holds a text that only sums up
// the rows. Its totals are checked against the rows of all parts together.
type Summarizer interface {
	IsSummary(name string, head []byte) bool
	// Summary reads the whole text, not decoded. Totals name tallies of the
	// layouts that Open returns.
	Summary(content []byte) (Claim, error)
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

// HeadBytes is how much of a text Detect and Open see at most. What stands
// before the rows, the header included, must fit.
const HeadBytes = 64 << 10

// Charset is how text is encoded.
type Charset uint8

// The character sets a layout can name.
const (
	UTF8 Charset = iota
	GB18030
)

// Layout says how one text is read; Format.Open finds it from the text's head.
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
	Cells    []int    // the columns Row.Cells holds, as positions in Columns; -1 is always empty

	// Split, if set, takes the place of Comma, Quoted and Backtick: it puts the
	// cells of one line into cells (as long as Cells). The cells may alias line
	// or scratch, which Split may append to and returns; both live until the
	// next row. Columns are then the names of Cells, in the same order.
	Split func(line []byte, cells [][]byte, scratch []byte) ([]byte, error)

	// Zone and Cut turn local times into instants and business dates. A nil
	// Zone is UTC. Cut is after midnight: an earlier time belongs to the day before.
	Zone *time.Location
	Cut  time.Duration

	IsTrailer func(line []byte) bool // nil: no trailer
	Row       func(r *Row, e *Entry) // called with *e cleared: NoDate dates, empty texts

	// Trailer reads the lines after the rows (decoded to UTF-8, without line
	// ends) and returns what the text claims of itself. A text that must have a
	// trailer and has none, or no end marker, is truncated: Trailer says so.
	// Line numbers in faults and totals count from 1 at the first trailer line.
	Trailer func(lines []string) (Claim, error)

	Stated Stated

	// NoStatement says that the text is no statement but the provider's word
	// that the day has none.
	NoStatement bool

	// Same gives text columns of entry that every row has the same text in, ""
	// included: they are not stored row by row. A row that differs is a fault.
	Same map[string]string

	// Keep is the Row.Route whose rows become entries; the others are read,
	// checked and counted.
	Keep int
	// End is called once, by one goroutine, after the last row of the text. It
	// returns what is known only then (own exports: ids that come twice, words
	// that no setting names); Load fills in their path. nil: nothing.
	End func() []Fault
	// Export returns the figures of the whole text for the gate of own exports,
	// after End. nil: a statement.
	Export func() ExportFigures

	credits bool // rows are of the settlement's ledger: only confirmed ones are in the totals
	secret  bool // rows hold account numbers: faults quote no text of theirs
}

// NoStatement is the layout of a provider's answer that a day has no statement:
// a text without rows.
func NoStatement() *Layout {
	return &Layout{
		NoStatement: true, Comma: ',', BodyLine: 1,
		IsTrailer: func([]byte) bool { return true },
		Row:       func(*Row, *Entry) {},
		Trailer:   func([]string) (Claim, error) { return Claim{}, nil },
	}
}

package ingest

import (
	"fmt"
	"strings"

	"recon/internal/calendar"
	"recon/internal/config"
)

// Stated is what a text says of itself; zero values are not stated.
type Stated struct {
	Account     string
	AccountLine int64
	From        calendar.Date // first business day covered
	Until       calendar.Date // last business day covered (inclusive)
	DaysLine    int64
	HasDays     bool
}

// Claim is what a text says of its rows.
type Claim struct {
	Totals []ClaimTotal
}

// ClaimTotal is one stated total. It must equal the sum of the tallies of one
// of the lists in Sums, each being what Layout.Row gave to Row.Count. Several
// lists stand where providers do not say whether, say, refunds are taken off.
type ClaimTotal struct {
	Name     string // as printed in faults, like 交易合计 商家实收
	Line     int64  // 0: the text as a whole
	Sums     [][]int
	Wanted   int64
	IsCount  bool // print as a count
	Exponent int  // else as an amount with so many decimals
}

// MaxTallies is how many different sums a layout can count.
const MaxTallies = 16

// Fault is one thing wrong in a file.
type Fault struct {
	Path   string // as people know the file: folder and name, container entry after "!"
	Line   int64  // 0: the file as a whole
	Column string // "" : the line as a whole
	Text   string // found, wanted, cure
}

// Error prints path:line: column "X": text.
func (f Fault) Error() string {
	s := f.Path + ":"
	if f.Line > 0 {
		s += fmt.Sprintf("%d:", f.Line)
	}
	if f.Column != "" {
		s += fmt.Sprintf(" column %q:", f.Column)
	}
	return s + " " + f.Text
}

// Faults are several things wrong at once, as an error.
type Faults []Fault

// Error prints one fault per line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i := range f {
		lines[i] = f[i].Error()
	}
	return strings.Join(lines, "\n")
}

// MaxFaults is how many faults of one file are kept; the rest are counted.
const MaxFaults = 20

// File is one file to read.
type File struct {
	Source *config.Source
	Format Format // nil: Source.Format names one of Options.Formats, or auto
	Side   Side
	Path   string        // where the bytes lie (the archive)
	Name   string        // as people know it: relative to home, like inbox/alipay/x_20260815.csv.zip
	No     int32         // a multiple of MaxParts, unique in a day of a reconciliation, in a stable order
	Date   calendar.Date // the business day it is for; 0: not known
}

// MaxParts is how many texts one container may hold. The parts of a file are
// numbered from File.No, so that (file_no, line) names a line of one text.
const MaxParts = 64

// Receipt says what was read from one text: a plain file, or one entry of a
// container. A file that has a fault anywhere has no rows in the entry table.
type Receipt struct {
	File       File   // with the No of this part
	Entry      string // name inside the zip, "" for a plain or gzip file
	Format     string
	Provider   string
	Part       string // "" or the part's number, "1", from the names of entry or file
	Rows       int64  // rows read, whatever their route
	Kept       int64  // rows of this reconciliation
	Ignored    int64  // rows dropped by the source's ignore
	Unclaiming int64  // kept own rows that claim no money
	Digest     string // hex, of the canonical rows, whatever their order
	Stated     Stated
	// NoStatement: the provider says that the day has no statement. Before the
	// hour from which the file can be expected that also means not made yet.
	NoStatement bool
	Totals      []Total // of kept rows, sorted by currency and kind
	Oldest      int64   // occurred_at of kept rows, epoch microseconds; 0 without rows
	Newest      int64
	Export      ExportFigures // own exports: the whole file, whatever the route
	Pieces      []Piece
	Checks      []Check // what a text without faults went through
	Faults      []Fault
	MoreFaults  int64 // beyond MaxFaults
}

// Name is the text's name for people: the file's, and the entry's after "!".
func (r Receipt) Name() string {
	if r.Entry == "" {
		return r.File.Name
	}
	return r.File.Name + "!" + r.Entry
}

// Total is count and sums of one currency and kind, minor units.
type Total struct {
	Currency                string
	Kind                    Kind
	Count                   int64
	Gross, Adjust, Fee, Net int64
}

// Piece is one Parquet file of at most PieceRows consecutive rows of a file.
type Piece struct {
	Path string
	Rows int64
}

// PieceRows is the number of rows of a file that make one piece. It depends on
// nothing, so that the same file gives the same pieces on every machine.
const PieceRows = 1 << 18

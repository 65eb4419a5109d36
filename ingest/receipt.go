package ingest

import (
	"fmt"

	"recon/internal/calendar"
	"recon/internal/config"
)

// Stated is what a file's head says of itself; zero values are not stated.
type Stated struct {
	Account string
	From    calendar.Date // first business day covered
	Until   calendar.Date // last business day covered (inclusive)
	HasDays bool
}

// Claim is what a file's trailer says of its rows, per kind. Sums are minor
// units in the provider's own sign and column; Format.Open's layout counts the
// same way through Row.Count.
type Claim struct {
	Totals []ClaimTotal
}

// ClaimTotal is one stated total: Found is filled from the rows and must equal Wanted.
type ClaimTotal struct {
	Name   string // as printed in faults, like 交易合计 商家实收
	Line   int64
	Wanted int64
	Found  int64
	Money  bool // print as an amount, not as a count
}

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

// MaxFaults is how many faults of one file are kept; the rest are counted.
const MaxFaults = 20

// File is one file to read.
type File struct {
	Source *config.Source
	Side   Side
	Path   string        // where the bytes lie (the archive)
	Name   string        // as people know it: relative to home, like inbox/alipay/x_20260815.csv.zip
	No     int32         // file_no: unique in a day of a reconciliation, given by the caller in a stable order
	Date   calendar.Date // the business day it is for
}

// Receipt says what was read from one file. A receipt with faults has no rows
// in the entry table.
type Receipt struct {
	File       File
	Format     string
	Provider   string
	Part       string // "" or the part's number, "1"
	Rows       int64  // rows read, whatever their route
	Kept       int64  // rows of this reconciliation
	Ignored    int64  // rows dropped by the source's ignore
	Unclaiming int64  // own rows that claim no money
	Digest     string // hex, of the canonical rows, whatever their order
	Stated     Stated
	Totals     []Total // of kept rows, sorted by currency and kind
	Oldest     int64   // occurred_at, epoch microseconds; 0 without rows
	Newest     int64
	Export     ExportFigures // own exports: the whole file, whatever the route
	Pieces     []Piece
	Faults     []Fault
	MoreFaults int64 // beyond MaxFaults
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

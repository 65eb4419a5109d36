package report

import (
	"io"
	"iter"

	"recon/internal/calendar"
)

// WriteText writes the terminal summary of a run over days.
func WriteText(w io.Writer, days ...*Day) error { return nil }

// WriteBreakList writes breaks as a table for a terminal; age is as of date.
func WriteBreakList(w io.Writer, date calendar.Date, language string, rows iter.Seq2[Break, error]) error {
	return nil
}

// Shown is everything `recon breaks show` says of one break.
type Shown struct {
	Break     Break
	Statement RawRow // absent without columns
	Ledger    RawRow
	Rule      string  // the rule that gave the reason, like "(c) one row left on each side"
	History   []Event // oldest first
}

// RawRow is a row as it stands in its file.
type RawRow struct {
	Columns, Cells []string
}

// Event is one thing that happened to a break.
type Event struct {
	Date calendar.Date
	Text string // like "opened as pending", "note by li.na: called the bank"
}

// WriteBreak writes one break as of date: both rows side by side, rule, advice, history.
func WriteBreak(w io.Writer, date calendar.Date, language string, s Shown) error { return nil }

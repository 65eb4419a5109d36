package ingest

// Row is one row of a text while it is being read. It is used by one goroutine
// and reused for the next row. Its first fault sticks: later reads of the row
// give zero and no further fault.
type Row struct {
	Cells [][]byte // the cells of Layout.Cells: raw bytes without surrounding spaces and tabs
	Line  int64    // of its first line, from 1
	Skip  bool     // set by Layout.Row: the row is known and is no entry
	Route int      // set by Layout.Row of own exports: see Table; -1 ignored, else rows other than Layout.Keep are not kept
	State any      // for Layout.Row alone, nil at first: what it keeps from row to row, as long as the Row lives (one piece)

	layout *Layout
}

// Text is a cell as UTF-8. It lives until the next row.
func (r *Row) Text(cell int) []byte { panic("todo") }

// Amount is a cell in minor units, at most exponent decimals (more if zero).
func (r *Row) Amount(cell, exponent int) int64 { panic("todo") }

// Time reads a cell like 2006-01-02 15:04:05 in the layout's zone as epoch microseconds.
func (r *Row) Time(cell int) int64 { panic("todo") }

// Fail records what is wrong with a cell; -1 is the row as a whole.
func (r *Row) Fail(cell int, err error) { panic("todo") }

// Failed reports whether the row has a fault.
func (r *Row) Failed() bool { panic("todo") }

// Count adds n to a tally that a claim is compared with.
func (r *Row) Count(tally int, n int64) { panic("todo") }

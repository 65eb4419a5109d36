package ingest

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"recon/internal/calendar"
	"recon/internal/money"
)

// reader turns the rows of one piece into entries.
type reader struct {
	reading *reading
	layout  *Layout
	sink    *sink // nil: rows are read and checked only
	split   splitter
	marks   *marks // nil: the layout or the processor does without
	row     Row
	entry   Entry
	cells   [][]byte // of a row with quotes, all columns
	scratch []byte   // its unescaped cells
	trailer []trailerLine
	at      int64 // of the row in its text
	source  source
	result
}

// source gives the rows of a piece one after the other.
type source interface {
	// advance reads one line, or reports that there is none.
	advance(r *reader) (more bool, err error)
}

// result is what one piece adds to the receipt.
type result struct {
	no        int // of the piece
	rows      int64
	kept      int64
	ignored   int64
	mute      int64 // kept rows that claim no money
	digest    digest
	totals    []Total
	oldest    int64
	newest    int64
	otherDays outside
	path      string // of the Parquet file
}

type trailerLine struct {
	line int64
	text []byte
}

// outside counts rows whose business date is not of the statement.
type outside struct {
	rows, line int64 // line of the first
	date       calendar.Date
}

// maxTrailer bounds what may follow the rows.
const maxTrailer = 100

func newReader(t *reading, no int, from source, s *sink) *reader {
	r := &reader{reading: t, layout: t.layout, sink: s, source: from, result: result{no: no}}
	r.row = Row{layout: t.layout, path: t.path, Cells: make([][]byte, len(t.layout.Cells))}
	r.row.clock = dayClock{zone: t.layout.Zone, cut: t.layout.Cut}
	r.split, r.marks = newSplitter(t.layout), newMarks(t.layout)
	r.oldest, r.newest = math.MaxInt64, math.MinInt64
	return r
}

// run reads the piece, through the sink if there is one.
func (r *reader) run(ctx context.Context, progress func(bytes, rows int64)) error {
	if r.sink == nil {
		return r.rowsInto(ctx, progress)
	}
	return r.sink.write(ctx, r, progress)
}

// checkRows is how many rows are read between two looks at the context.
const checkRows = 2048

// rowsInto reads all rows of the piece.
func (r *reader) rowsInto(ctx context.Context, progress func(bytes, rows int64)) error {
	for more := true; more; {
		before := r.rows
		for n := 0; more && n < checkRows; n++ {
			var err error
			if more, err = r.source.advance(r); err != nil {
				return err
			}
		}
		progress(0, r.rows-before)
		if err := context.Cause(ctx); err != nil {
			return err
		}
	}
	return nil
}

// begin makes the reader ready for the lines of another block; padding bytes
// follow them in its capacity. Doubt says that it has bytes that are not of the
// character set.
func (r *reader) begin(data []byte) (padded []byte, doubt bool) {
	r.marks.forget()
	return data[:len(data)+padding], !r.layout.Charset.wellFormed(data)
}

// line reads the row that starts at at and returns where the next one starts
// and how many line ends were passed. Padded and doubt are what begin said of data.
func (r *reader) line(data, padded []byte, at int, line int64, doubt bool) (next int, lines int64) {
	end, next, marked := r.lineEnd(data, padded, at)
	if end > at && data[end-1] == '\r' {
		end--
	}
	raw := data[at:end]
	switch {
	case len(raw) == 0:
		return next, 1
	case len(r.trailer) > 0 || r.layout.IsTrailer != nil && r.layout.IsTrailer(raw):
		r.addTrailer(raw, line)
		return next, 1
	}
	first := next
	next = r.fill(data, padded, at, end, next, line, marked)
	if lines = 1; next != first {
		lines = int64(bytes.Count(data[at:next], []byte{'\n'}))
	}
	if doubt && !r.layout.Charset.wellFormed(data[at:next]) {
		r.badBytes(data[at:next])
	}
	r.emit()
	return next, lines
}

// lineEnd is where the line that starts at at ends, where the next one starts,
// and whether the marks are those of the line.
func (r *reader) lineEnd(data, padded []byte, at int) (end, next int, marked bool) {
	if r.marks.seek(padded, len(data), at) {
		end, next = r.marks.lineEnd(len(data))
		return end, next, true
	}
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		return at + i, at + i + 1, false
	}
	return len(data), len(data), false
}

// fill puts the cells of the row that starts at at into the row and returns
// where it ends. End and next are those of its first line; marked says that the
// marks are, too.
func (r *reader) fill(data, padded []byte, at, end, next int, line int64, marked bool) int {
	r.row.next(line)
	switch {
	case !marked && r.layout.Quoted && bytes.IndexByte(data[at:end], '"') >= 0:
		return r.quoted(data, at, r.cells[:0])
	case !marked:
		r.plain(padded, at, end)
	case r.layout.Quoted && r.marks.hasQuote():
		cells, rest := r.marks.beforeQuote(data, at, r.cells[:0])
		return r.quoted(data, rest, cells)
	default:
		r.marked(padded)
	}
	return next
}

// marked fills the row's cells from a line without quotes whose cells are marked.
func (r *reader) marked(b []byte) {
	around, n := r.marks.cells(r.split.columns)
	if n != r.split.columns {
		r.row.Fail(-1, r.ragged(n))
		return
	}
	b = b[r.marks.base:]
	for i, column := range r.layout.Cells {
		if column < 0 {
			r.row.Cells[i] = nil
			continue
		}
		cell := b[around[column]+1 : around[column+1]]
		if n := len(cell); n > 1 && cell[n-1] == '\t' { // as Alipay ends its numbers
			cell = cell[:n-1]
		}
		if len(cell) > 0 && (cell[0] <= ' ' || cell[len(cell)-1] <= ' ') {
			cell = trim(cell)
		}
		r.row.Cells[i] = cell
	}
}

func (r *reader) addTrailer(raw []byte, line int64) {
	if len(r.trailer) < maxTrailer {
		r.trailer = append(r.trailer, trailerLine{line, bytes.Clone(raw)})
	}
}

// plain fills the row's cells from a line without quotes.
func (r *reader) plain(b []byte, start, end int) {
	n := 0
	switch {
	case r.layout.Split != nil:
		r.splitOwn(b[start:end])
		return
	case !r.layout.Backtick:
		n = r.split.split(b, start, end)
	case b[start] != '`':
		r.row.Fail(-1, fmt.Errorf("the row does not begin with a backtick; it was changed after download, fetch it again"))
		return
	default:
		n = r.split.splitBacktick(b, start, end)
	}
	if n != r.split.columns {
		r.row.Fail(-1, r.ragged(n))
		return
	}
	seps := r.split.seps
	for i, column := range r.layout.Cells {
		if column < 0 {
			r.row.Cells[i] = nil
			continue
		}
		from, to := seps[column]+1, seps[column+1]
		if r.layout.Backtick {
			to--
		}
		r.row.Cells[i] = trim(b[from:max(from, to)])
	}
}

func (r *reader) ragged(n int) error {
	return fmt.Errorf("found %d cells, wanted %d as in the header; a cell may hold the separator, or the line was cut", n, r.split.columns)
}

// quoted fills the row's cells from RFC 4180 and returns where the row ends.
// Cells are those before at.
func (r *reader) quoted(data []byte, at int, cells [][]byte) int {
	var next int
	var err error
	r.cells, r.scratch, next, err = splitQuoted(data, at, r.layout.Comma, cells, r.scratch[:0])
	if err == nil && len(r.cells) != r.split.columns {
		err = r.ragged(len(r.cells))
	}
	if err != nil {
		r.row.Fail(-1, err)
		if i := bytes.IndexByte(data[next:], '\n'); i >= 0 {
			return next + i + 1
		}
		return len(data)
	}
	for i, column := range r.layout.Cells {
		if r.row.Cells[i] = nil; column >= 0 {
			r.row.Cells[i] = trim(r.cells[column])
		}
	}
	return next
}

func (r *reader) splitOwn(line []byte) {
	var err error
	if r.scratch, err = r.layout.Split(line, r.row.Cells, r.scratch[:0]); err != nil {
		r.row.Fail(-1, err)
	}
}

// badBytes names the first cell that is not of the character set.
func (r *reader) badBytes(line []byte) {
	wanted, cure := "UTF-8", "the file was damaged or saved again in another character set, use the original"
	switch {
	case r.layout.Charset == GB18030:
		wanted = "GB18030"
	case r.reading.file.Side == Ledger:
		cure = "if the file is GBK, say so by charset"
	}
	column := -1
	for i, cell := range r.row.Cells {
		if column < 0 && !r.layout.Charset.wellFormed(cell) {
			column = i
		}
	}
	if r.layout.secret {
		r.row.Fail(column, fmt.Errorf("holds bytes that are not %s; %s", wanted, cure))
		return
	}
	r.row.Fail(column, fmt.Errorf("holds bytes that are not %s (%q); %s", wanted, clip(r.layout.Charset.lenient(bytes.TrimRight(line, "\r\n")), 60), cure))
}

// clip shortens a text for a message.
func clip(s string, length int) string {
	runes := []rune(s)
	if len(runes) <= length {
		return s
	}
	return string(runes[:length]) + "..."
}

// emit lets the layout read the row and keeps what it makes.
func (r *reader) emit() {
	r.rows++
	if r.row.failed {
		return
	}
	r.entry = Entry{BookingDate: NoDate, ValueDate: NoDate}
	r.layout.Row(&r.row, &r.entry)
	switch {
	case r.row.failed || r.row.Skip:
		return
	case r.row.Route < 0:
		r.ignored++
		return
	case r.row.Route != r.layout.Keep:
		return
	}
	r.keep(&r.entry)
}

func (r *reader) keep(e *Entry) {
	if e.Net != e.Gross+e.Adjust+e.Fee {
		exponent := money.Exponent(string(e.Currency))
		r.row.Fail(-1, fmt.Errorf("net %s is not gross %s + adjust %s + fee %s; the row contradicts itself, ask the provider", money.Format(e.Net, exponent),
			money.Format(e.Gross, exponent), money.Format(e.Adjust, exponent), money.Format(e.Fee, exponent)))
		return
	}
	r.checkDay(e)
	r.kept++
	if !e.Status.ClaimsMoney() {
		r.mute++
	}
	r.oldest, r.newest = min(r.oldest, e.OccurredAt), max(r.newest, e.OccurredAt)
	if counts := !r.layout.credits || e.Status.ClaimsMoney(); counts && !r.addTotal(e) {
		r.row.Fail(-1, errRange)
		return
	}
	r.digest.add(e)
	if r.sink != nil && r.row.faults.none() {
		r.sink.put(&r.row, e, r.at)
	}
}

// checkDay notes rows of a statement that belong to another business day.
func (r *reader) checkDay(e *Entry) {
	t := r.reading
	if t.dated && !t.layout.Stated.HasDays && e.Kind == Refund && e.BusinessDate < t.from {
		// A statement that does not say its day may date refunds by their
		// payment; they belong to the day in whose file they are.
		e.BusinessDate = t.from
	}
	if !t.dated || e.BusinessDate >= t.from && e.BusinessDate <= t.until {
		return
	}
	if r.otherDays.rows == 0 {
		r.otherDays.line, r.otherDays.date = r.row.Line, e.BusinessDate
	}
	r.otherDays.rows++
}

func (r *reader) addTotal(e *Entry) bool {
	for i := range r.totals {
		if t := &r.totals[i]; t.Kind == e.Kind && t.Currency == string(e.Currency) {
			return t.add(Total{Count: 1, Gross: e.Gross, Adjust: e.Adjust, Fee: e.Fee, Net: e.Net})
		}
	}
	r.totals = append(r.totals, Total{Currency: string(e.Currency), Kind: e.Kind, Count: 1, Gross: e.Gross, Adjust: e.Adjust, Fee: e.Fee, Net: e.Net})
	return true
}

// add sums two totals and reports whether they fit.
func (t *Total) add(o Total) bool {
	t.Count += o.Count
	return add(&t.Gross, o.Gross) && add(&t.Adjust, o.Adjust) && add(&t.Fee, o.Fee) && add(&t.Net, o.Net)
}

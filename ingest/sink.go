package ingest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"recon/internal/parquet"
)

// groupRows is how many rows of a piece make one row group. A smaller group
// would be copied when it is inserted into a table.
const groupRows = PieceRows / 2

// sinks are used again: the memory of one is several megabytes.
var sinks = sync.Pool{New: func() any { return &sink{writer: parquet.NewWriter()} }}

func borrowSink(o Options) *sink {
	s := sinks.Get().(*sink)
	s.reconciliation, s.writer.Brief = o.Reconciliation, o.brief
	return s
}

// giveBack ends the use of a sink, whatever became of its last piece.
func (s *sink) giveBack() {
	if s != nil {
		s.keys = nil
		sinks.Put(s)
	}
}

// sink writes entries as Parquet while they are parsed. One goroutine uses it,
// for one piece after the other.
type sink struct {
	reconciliation string
	rows           int // in the page
	numbers        [numberColumns]parquet.Ints
	words          [wordColumns]parquet.Codes
	texts          [textColumns]parquet.Texts
	dates          [dateColumns]parquet.Dates
	same           [textColumns]*string // the layout knows the text of the column: it is not gathered
	writer         *parquet.Writer
	key            [256]byte
	keys           *keys // nil: nothing is joined
	err            error
}

const (
	lineColumn = iota
	keyHashColumn
	keyCheckColumn
	grossColumn
	adjustColumn
	feeColumn
	netColumn
	occurredColumn
	numberColumns
)

const (
	ownIDColumn = iota
	orderRefColumn
	orderNoColumn
	refColumn
	refundRefColumn
	batchRefColumn
	currencyColumn
	payeeColumn
	textColumns
)

const (
	kindColumn = iota
	statusColumn
	wordColumns
)

const (
	businessColumn = iota
	bookingColumn
	valueColumn
	dateColumns
)

var (
	numberNames = [numberColumns]string{"line", "key_hash", "key_check", "gross_minor", "adjust_minor", "fee_minor", "net_minor", "occurred_at"}
	wordNames   = [wordColumns]string{"kind", "status"}
	textNames   = [textColumns]string{"own_id", "order_ref", "order_no", "ref", "refund_ref", "batch_ref", "currency", "payee"}
	dateNames   = [dateColumns]string{"business_date", "booking_date", "value_date"}
)

// entryColumns are the columns of the table entry in order.
var entryColumns = []string{
	"file_no", "line", "side", "source", "provider", "own_id", "kind", "status", "order_ref", "order_no", "ref", "refund_ref", "batch_ref",
	"key_hash", "key_check", "currency", "gross_minor", "adjust_minor", "fee_minor", "net_minor", "occurred_at", "business_date", "booking_date", "value_date", "payee",
}

// columns are the columns of entry in order; what is the same in every row of
// the text is a constant.
func (s *sink) columns(t *reading) []parquet.Column {
	if t.layout.credits {
		return s.creditColumns(t)
	}
	no := int32(t.file.No)
	named := map[string]parquet.Column{
		"file_no":  &parquet.Const{Name: "file_no", Int: &no},
		"side":     &parquet.Const{Name: "side", Text: t.file.Side.String()},
		"source":   &parquet.Const{Name: "source", Text: t.file.Source.Name},
		"provider": &parquet.Const{Name: "provider", Text: t.provider()},
	}
	for i, name := range numberNames {
		s.numbers[i].Name, s.numbers[i].Random = name, i == keyHashColumn || i == keyCheckColumn
		named[name] = &s.numbers[i]
	}
	for i, words := range [wordColumns][]string{KindNames[:], StatusNames[:]} {
		s.words[i].Name, s.words[i].Texts = wordNames[i], words
		named[wordNames[i]] = &s.words[i]
	}
	for i, name := range textNames {
		named[name] = s.textColumn(i, name, t.layout)
	}
	// People look for an order by these.
	s.texts[orderRefColumn].Bloom, s.texts[orderNoColumn].Bloom = true, true
	for i, name := range dateNames {
		s.dates[i].Name, s.dates[i].Optional, s.dates[i].Null = name, i != businessColumn, int32(NoDate)
		named[name] = &s.dates[i]
	}
	// Whoever reads the lake by pattern has no other way to tell whose rows they are.
	ordered := []parquet.Column{&parquet.Const{Name: "reconciliation", Text: s.reconciliation}}
	for _, name := range entryColumns {
		ordered = append(ordered, named[name])
	}
	return ordered
}

// textColumn is a column of texts, or a constant if the layout knows its text.
func (s *sink) textColumn(i int, name string, l *Layout) parquet.Column {
	s.texts[i].Name, s.same[i] = name, nil
	s.texts[i].Bloom = false
	if text, same := l.Same[textNames[i]]; same {
		s.same[i] = &text
		s.texts[i].Reset() // it must not pass a text that is to be compared
		return &parquet.Const{Name: name, Text: text}
	}
	return &s.texts[i]
}

// put adds one entry to the page; its row begins at the byte at. It copies what
// it keeps.
func (s *sink) put(r *Row, e *Entry, at int64) {
	if r.layout.credits {
		s.addCredit(r, e)
	} else {
		s.addEntry(r, e)
	}
	if s.keys != nil {
		s.keys.add(e, at)
	}
	if s.rows++; s.rows == parquet.PageRows {
		s.endPage()
	}
}

func (s *sink) addEntry(r *Row, e *Entry) {
	hash, check := keyOf(e, s.key[:0])
	row := s.rows
	s.numbers[lineColumn].Put(row, r.Line)
	s.numbers[keyHashColumn].Put(row, hash)
	s.numbers[keyCheckColumn].Put(row, check)
	s.numbers[grossColumn].Put(row, e.Gross)
	s.numbers[adjustColumn].Put(row, e.Adjust)
	s.numbers[feeColumn].Put(row, e.Fee)
	s.numbers[netColumn].Put(row, e.Net)
	s.numbers[occurredColumn].Put(row, e.OccurredAt)
	s.words[kindColumn].Put(row, uint8(e.Kind))
	s.words[statusColumn].Put(row, uint8(e.Status))
	s.addText(r, ownIDColumn, e.OwnID)
	s.addText(r, orderRefColumn, e.OrderRef)
	s.addText(r, orderNoColumn, e.OrderNo)
	s.addText(r, refColumn, e.Ref)
	s.addText(r, refundRefColumn, e.RefundRef)
	s.addText(r, batchRefColumn, e.BatchRef)
	s.addText(r, currencyColumn, e.Currency)
	s.addText(r, payeeColumn, e.Payee)
	s.dates[businessColumn].Put(row, int32(e.BusinessDate))
	s.dates[bookingColumn].Put(row, int32(e.BookingDate))
	s.dates[valueColumn].Put(row, int32(e.ValueDate))
}

// addText adds a text to the page. Most columns of most rows are empty.
func (s *sink) addText(r *Row, column int, text []byte) {
	if !s.texts[column].Passes(text) {
		s.putText(r, column, text)
	}
}

// putText gathers a text, unless the layout knows that of the column.
func (s *sink) putText(r *Row, column int, text []byte) {
	if s.same[column] == nil {
		s.texts[column].Put(s.rows, text)
	} else if string(text) != *s.same[column] {
		s.contradicts(r, column, text)
	}
}

func (s *sink) contradicts(r *Row, column int, text []byte) {
	r.Fail(-1, fmt.Errorf("%s is %q, wanted %q in every row: the format contradicts itself", textNames[column], text, *s.same[column]))
}

func (s *sink) endPage() {
	if s.keys != nil {
		n := &s.numbers
		s.err = errors.Join(s.err, s.keys.end(n[lineColumn].Values(s.rows), n[keyHashColumn].Values(s.rows), n[keyCheckColumn].Values(s.rows), n[grossColumn].Values(s.rows)))
	}
	s.writer.EndPage(s.rows)
	if s.rows = 0; s.writer.Rows() == groupRows {
		s.endGroup()
	}
}

func (s *sink) endGroup() {
	s.err = errors.Join(s.err, s.writer.EndGroup())
}

// write takes the rows of one piece and writes them to the reader's path.
func (s *sink) write(ctx context.Context, r *reader, progress func(bytes, rows int64)) (err error) {
	f, err := os.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	out := bufio.NewWriterSize(f, 1<<16)
	s.writer.Reset(out, s.columns(r.reading)...)
	s.rows, s.err = 0, nil
	if s.keys != nil {
		if err := s.keys.begin(r.reading); err != nil {
			return err
		}
	}
	if err := r.rowsInto(ctx, progress); err != nil {
		return err
	}
	s.endPage()
	s.endGroup()
	return errors.Join(s.err, s.writer.Close(), out.Flush())
}

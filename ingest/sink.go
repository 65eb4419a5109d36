package ingest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"recon/internal/parquet"
)

// groupRows is how many rows of a piece make one row group.
const groupRows = PieceRows / 2

// sink writes entries as Parquet while they are parsed. One goroutine uses it,
// for one piece after the other.
type sink struct {
	reconciliation string
	rows           int // in the row group
	numbers        [numberColumns]parquet.Ints
	words          [wordColumns]parquet.Codes
	texts          [textColumns]parquet.Texts
	dates          [dateColumns]parquet.Dates
	same           [textColumns]*string // the layout knows the text of the column: it is not gathered
	writer         *parquet.Writer
	key            [128]byte
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
		s.numbers[i].Values = slices.Grow(s.numbers[i].Values, groupRows)
		named[name] = &s.numbers[i]
	}
	for i, words := range [wordColumns][]string{KindNames[:], StatusNames[:]} {
		s.words[i].Name, s.words[i].Texts = wordNames[i], words
		s.words[i].Values = slices.Grow(s.words[i].Values, groupRows)
		named[wordNames[i]] = &s.words[i]
	}
	for i, name := range textNames {
		named[name] = s.textColumn(i, name, t.layout)
	}
	// People look for an order by these.
	s.texts[orderRefColumn].Bloom, s.texts[orderNoColumn].Bloom = true, true
	for i, name := range dateNames {
		s.dates[i].Values = slices.Grow(s.dates[i].Values, groupRows)
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
		return &parquet.Const{Name: name, Text: text}
	}
	return &s.texts[i]
}

// put adds one entry to the row group; its row begins at the byte at. It copies
// what it keeps.
func (s *sink) put(r *Row, e *Entry, at int64) {
	if r.layout.credits {
		s.addCredit(r, e)
	} else {
		s.addEntry(r, e)
	}
	if s.keys != nil {
		s.keys.add(e, at)
	}
	if s.rows++; s.rows == groupRows {
		s.endGroup()
	}
}

func (s *sink) addEntry(r *Row, e *Entry) {
	hash, check := keyOf(e, s.key[:0])
	for column, n := range [numberColumns]int64{r.Line, hash, check, e.Gross, e.Adjust, e.Fee, e.Net, e.OccurredAt} {
		s.numbers[column].Values = append(s.numbers[column].Values, n)
	}
	s.words[kindColumn].Values = append(s.words[kindColumn].Values, uint8(e.Kind))
	s.words[statusColumn].Values = append(s.words[statusColumn].Values, uint8(e.Status))
	for column, text := range [textColumns][]byte{e.OwnID, e.OrderRef, e.OrderNo, e.Ref, e.RefundRef, e.BatchRef, e.Currency, e.Payee} {
		s.addText(r, column, text)
	}
	for column, date := range [dateColumns]int32{int32(e.BusinessDate), int32(e.BookingDate), int32(e.ValueDate)} {
		s.dates[column].Values = append(s.dates[column].Values, date)
	}
}

// addText gathers a text, unless the layout knows that of the column.
func (s *sink) addText(r *Row, column int, text []byte) {
	switch same := s.same[column]; {
	case same == nil:
		s.texts[column].Add(text)
	case string(text) != *same:
		r.Fail(-1, fmt.Errorf("%s is %q, wanted %q in every row: the format contradicts itself", textNames[column], text, *same))
	}
}

func (s *sink) endGroup() {
	if s.keys != nil {
		n := &s.numbers
		s.err = errors.Join(s.err, s.keys.end(n[lineColumn].Values, n[keyHashColumn].Values, n[keyCheckColumn].Values, n[grossColumn].Values))
	}
	s.err = errors.Join(s.err, s.writer.EndGroup(s.rows))
	s.rows = 0
}

// write takes the rows of one piece and writes them to the reader's path.
func (s *sink) write(ctx context.Context, r *reader, progress func(bytes, rows int64)) (err error) {
	f, err := os.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	out := bufio.NewWriterSize(f, 1<<18)
	columns := s.columns(r.reading)
	if s.keys != nil {
		if err := s.keys.begin(r.reading); err != nil {
			return err
		}
	}
	if s.writer == nil {
		s.writer = parquet.NewWriter(out, columns...)
	} else {
		s.writer.Reset(out, columns...)
	}
	if err := r.rowsInto(ctx, progress); err != nil {
		return err
	}
	s.endGroup()
	return errors.Join(s.err, s.writer.Close(), out.Flush())
}

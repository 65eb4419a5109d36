package ingest

import (
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"recon/internal/store"
)

// sink is where the entries of pieces go. One goroutine uses it, for one piece
// after the other.
type sink interface {
	// run takes the rows of one piece, a chunk with every call of fill, which
	// calls put for each and returns their number; fewer than fill a chunk are
	// the last.
	run(r *reader, fill func() (rows int, err error)) error
	put(r *Row, e *Entry)
	chunk() int   // rows put in this call of fill
	pinned() bool // rows that were put still point into the piece
	close()
}

// tableSink hands entries to the engine, raw, as the rows of a table that is
// read once, into the workspace table entry.
type tableSink struct {
	scan    *store.Scan
	rows    int // in the chunk
	numbers [numberColumns][]int64
	texts   [textColumns][]store.Text // nil: the same in every row
	same    [textColumns]string
	words   [wordColumns][]uint8
	dates   [dateColumns][]int32
	valid   [dateColumns][]uint64
	key     [128]byte
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

// newTableSink opens the table: numbers, then words, then texts, then dates.
func newTableSink(ws *store.Store) (*tableSink, error) {
	var columns []store.Column
	for _, name := range numberNames {
		columns = append(columns, store.Column{Name: name, Type: store.BigInt})
	}
	for i, words := range [wordColumns][]string{KindNames[:], StatusNames[:]} {
		columns = append(columns, store.Column{Name: wordNames[i], Type: store.Enum, Words: words})
	}
	for _, name := range textNames {
		columns = append(columns, store.Column{Name: name, Type: store.Varchar})
	}
	for _, name := range dateNames {
		columns = append(columns, store.Column{Name: name, Type: store.Date})
	}
	scan, err := ws.NewScan(columns)
	return &tableSink{scan: scan}, err
}

// begin takes the memory of the next chunk.
func (s *tableSink) begin(c store.Chunk, same map[string]string) {
	s.rows = 0
	column := 0
	for i := range s.numbers {
		s.numbers[i] = c.BigInts(column)
		column++
	}
	for i := range s.words {
		s.words[i] = c.Words(column)
		column++
	}
	for i, name := range textNames {
		text, constant := same[name]
		if s.texts[i], s.same[i] = nil, text; !constant {
			s.texts[i] = c.Texts(column)
		}
		column++
	}
	for i := range s.dates {
		s.dates[i] = c.Dates(column)
		if i != businessColumn {
			s.valid[i] = c.Valid(column)
		}
		column++
	}
}

func (s *tableSink) chunk() int   { return s.rows }
func (s *tableSink) pinned() bool { return s.rows > 0 }
func (s *tableSink) close()       { s.scan.Close() }

// put writes one entry as the next row of the chunk. Texts that lie neither in
// the row's block nor in its arena are copied into the arena.
func (s *tableSink) put(r *Row, e *Entry) {
	i := s.rows
	hash, check := keyOf(e, s.key[:0])
	for column, n := range [numberColumns]int64{r.Line, hash, check, e.Gross, e.Adjust, e.Fee, e.Net, e.OccurredAt} {
		s.numbers[column][i] = n
	}
	s.words[kindColumn][i] = uint8(e.Kind)
	s.words[statusColumn][i] = uint8(e.Status)
	s.text(ownIDColumn, i, r, e.OwnID)
	s.text(orderRefColumn, i, r, e.OrderRef)
	s.text(orderNoColumn, i, r, e.OrderNo)
	s.text(refColumn, i, r, e.Ref)
	s.text(refundRefColumn, i, r, e.RefundRef)
	s.text(batchRefColumn, i, r, e.BatchRef)
	s.text(currencyColumn, i, r, e.Currency)
	s.text(payeeColumn, i, r, e.Payee)
	s.dates[businessColumn][i] = int32(e.BusinessDate)
	s.date(bookingColumn, i, int32(e.BookingDate))
	s.date(valueColumn, i, int32(e.ValueDate))
	s.rows++
}

func (s *tableSink) text(column, row int, r *Row, text []byte) {
	if s.texts[column] == nil {
		if string(text) != s.same[column] {
			r.Fail(-1, notSame(column, text, s.same[column]))
		}
		return
	}
	if len(text) > store.InlineBytes && !within(text, r.block) && !within(text, r.arena.slab) {
		text = r.arena.put(text)
	}
	store.SetText(&s.texts[column][row], text)
}

// notSame is the fault of a row that has another text than its layout promised.
func notSame(column int, text []byte, promised string) error {
	return fmt.Errorf("%s is %q, wanted %q in every row: the format contradicts itself", textNames[column], text, promised)
}

// within reports whether text lies in b's memory.
func within(text, b []byte) bool {
	at, from := uintptr(unsafe.Pointer(unsafe.SliceData(text))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return at >= from && at < from+uintptr(len(b))
}

func (s *tableSink) date(column, row int, days int32) {
	bit := uint64(1) << (row % 64)
	if days == int32(NoDate) {
		s.valid[column][row/64] &^= bit
		return
	}
	s.valid[column][row/64] |= bit
	s.dates[column][row] = days
}

// query selects the columns of entry, those that are the same in all rows of a
// text as constants.
func (s *tableSink) query(t *reading) string {
	constants := map[string]string{
		"file_no":  strconv.Itoa(int(t.file.No)) + "::integer",
		"side":     word(t.file.Side.String()),
		"source":   word(t.file.Source.Name),
		"provider": word(t.provider()),
	}
	for name, text := range t.layout.Same {
		constants[name] = word(text)
	}
	var b strings.Builder
	for i, name := range entryColumns {
		if i > 0 {
			b.WriteString(", ")
		}
		if constant, ok := constants[name]; ok {
			b.WriteString(constant + " as ")
		}
		b.WriteString(name)
	}
	return "select " + b.String() + " from " + s.scan.Source()
}

// word is a text constant as an enum of one word. It is a text in the file as
// in the table, but the writer does not look it up in a dictionary row by row,
// which for ten such columns costs as much as all the others.
func word(text string) string {
	return store.Literal(text) + "::enum(" + store.Literal(text) + ")"
}

// entryColumns are the columns of the table entry in order.
var entryColumns = []string{
	"file_no", "line", "side", "source", "provider", "own_id", "kind", "status", "order_ref", "order_no", "ref", "refund_ref", "batch_ref",
	"key_hash", "key_check", "currency", "gross_minor", "adjust_minor", "fee_minor", "net_minor", "occurred_at", "business_date", "booking_date", "value_date", "payee",
}

// run lets the engine take the rows that fill puts into the sink, chunk by
// chunk.
func (s *tableSink) run(r *reader, fill func() (rows int, err error)) error {
	query := "insert into entry (" + strings.Join(entryColumns, ", ") + ") " + s.query(r.reading)
	return s.scan.Exec(query, func(c store.Chunk) (int, error) {
		s.begin(c, r.layout.Same)
		return fill()
	})
}

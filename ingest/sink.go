package ingest

import (
	"strings"
	"unsafe"

	"recon/internal/store"
)

// sink writes entries into a scratch table, raw, and then the table to Parquet
// or into the workspace table entry. It belongs to one goroutine.
type sink struct {
	scratch *store.Scratch
	rows    int // in the chunk
	numbers [numberColumns][]int64
	texts   [textColumns][]store.Text
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
	kindColumn
	statusColumn
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
	businessColumn = iota
	bookingColumn
	valueColumn
	dateColumns
)

var (
	numberNames = [numberColumns]string{"line", "key_hash", "key_check", "gross_minor", "adjust_minor", "fee_minor", "net_minor", "occurred_at"}
	textNames   = [textColumns]string{"own_id", "kind", "status", "order_ref", "order_no", "ref", "refund_ref", "batch_ref", "currency", "payee"}
	dateNames   = [dateColumns]string{"business_date", "booking_date", "value_date"}
)

// newSink makes the scratch table's memory: numbers, then texts, then dates.
func newSink(ws *store.Store) (*sink, error) {
	var columns []store.Column
	for _, name := range numberNames {
		columns = append(columns, store.Column{Name: name, Type: store.BigInt})
	}
	for _, name := range textNames {
		columns = append(columns, store.Column{Name: name, Type: store.Varchar})
	}
	for i, name := range dateNames {
		columns = append(columns, store.Column{Name: name, Type: store.Date, Nullable: i != businessColumn})
	}
	scratch, err := ws.NewScratch(columns)
	if err != nil {
		return nil, err
	}
	s := &sink{scratch: scratch}
	for i := range s.numbers {
		s.numbers[i] = scratch.BigInts(i)
	}
	for i := range s.texts {
		s.texts[i] = scratch.Texts(numberColumns + i)
	}
	for i := range s.dates {
		s.dates[i] = scratch.Dates(numberColumns + textColumns + i)
		if i != businessColumn {
			s.valid[i] = scratch.Valid(numberColumns + textColumns + i)
		}
	}
	return s, nil
}

func (s *sink) full() bool { return s.rows == store.ChunkRows }

// kindTexts and statusTexts are short, so they hold their whole text.
var (
	kindTexts   = texts(KindNames[:])
	statusTexts = texts(StatusNames[:])
)

func texts(names []string) []store.Text {
	list := make([]store.Text, len(names))
	for i, name := range names {
		store.SetText(&list[i], []byte(name))
	}
	return list
}

// put writes one entry as the next row of the chunk. Texts that lie neither in
// the row's block nor in its arena are copied into the arena.
func (s *sink) put(r *Row, e *Entry, b []byte) {
	i := s.rows
	hash, check := keyOf(e, s.key[:0])
	for column, n := range [numberColumns]int64{r.Line, hash, check, e.Gross, e.Adjust, e.Fee, e.Net, e.OccurredAt} {
		s.numbers[column][i] = n
	}
	s.texts[kindColumn][i] = kindTexts[e.Kind]
	s.texts[statusColumn][i] = statusTexts[e.Status]
	s.text(ownIDColumn, i, r, e.OwnID, b)
	s.text(orderRefColumn, i, r, e.OrderRef, b)
	s.text(orderNoColumn, i, r, e.OrderNo, b)
	s.text(refColumn, i, r, e.Ref, b)
	s.text(refundRefColumn, i, r, e.RefundRef, b)
	s.text(batchRefColumn, i, r, e.BatchRef, b)
	s.text(currencyColumn, i, r, e.Currency, b)
	s.text(payeeColumn, i, r, e.Payee, b)
	s.dates[businessColumn][i] = int32(e.BusinessDate)
	s.date(bookingColumn, i, int32(e.BookingDate))
	s.date(valueColumn, i, int32(e.ValueDate))
	s.rows++
}

func (s *sink) text(column, row int, r *Row, text, b []byte) {
	if len(text) > store.InlineBytes && !within(text, b) && !within(text, r.arena.slab) {
		text = r.arena.put(text)
	}
	store.SetText(&s.texts[column][row], text)
}

// within reports whether text lies in b's memory.
func within(text, b []byte) bool {
	at, from := uintptr(unsafe.Pointer(unsafe.SliceData(text))), uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return at >= from && at < from+uintptr(len(b))
}

func (s *sink) date(column, row int, days int32) {
	bit := uint64(1) << (row % 64)
	if days == int32(NoDate) {
		s.valid[column][row/64] &^= bit
		return
	}
	s.valid[column][row/64] |= bit
	s.dates[column][row] = days
}

// flush appends the chunk to the table.
func (s *sink) flush() error {
	n := s.rows
	s.rows = 0
	return s.scratch.Append(n)
}

// query selects the columns of entry, those that are the same in all rows of a
// text as constants.
func (s *sink) query(t *reading) string {
	constants := map[string]string{
		"file_no":  store.IntLiteral(int64(t.file.No)) + "::integer",
		"side":     store.Literal(t.file.Side.String()),
		"source":   store.Literal(t.file.Source.Name),
		"provider": store.Literal(t.provider()),
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
	return "select " + b.String() + " from scratch"
}

// entryColumns are the columns of the table entry in order.
var entryColumns = []string{
	"file_no", "line", "side", "source", "provider", "own_id", "kind", "status", "order_ref", "order_no", "ref", "refund_ref", "batch_ref",
	"key_hash", "key_check", "currency", "gross_minor", "adjust_minor", "fee_minor", "net_minor", "occurred_at", "business_date", "booking_date", "value_date", "payee",
}

// parquet writes the table to path and empties it.
func (s *sink) parquet(t *reading, path string) error {
	return s.scratch.Exec("copy (" + s.query(t) + ") to " + store.Literal(path) + " (format parquet, compression zstd, row_group_size 131072)")
}

// table moves the table's rows into the workspace table entry.
func (s *sink) table(t *reading) error {
	return s.scratch.Exec("insert into entry (" + strings.Join(entryColumns, ", ") + ") " + s.query(t))
}

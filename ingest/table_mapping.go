package ingest

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/encoding/simplifiedchinese"

	"recon/internal/calendar"
	"recon/internal/config"
)

// charsetGBK is the value of a source's charset beside utf-8.
const charsetGBK = "gbk"

// none is the cell of a field without a column.
const none = -1

// tableFile is the mapping of one file, compiled against its header. It is
// read by several goroutines; what a goroutine finds is kept in a tableRows.
type tableFile struct {
	src     *config.Source
	owner   string // as faults name the source
	layout  *Layout
	charset Charset
	keep    int
	cut     calendar.DayCut
	date    calendar.Date
	dayEnd  int64 // instant at which the file's business day ends, epoch microseconds; 0 unknown

	entryID, orderRef, orderNo, ref, refundRef, batchRef, payee, currency field

	kind, status      choice
	amount, fee       amount
	occurred, instead int // cells of occurred_at and its fallback
	instants          instantForms
	routes            router

	pieces perPiece[tableRows]
}

// perPiece keeps what the pieces of a file find, each in a T of its own
// (Row.State), made at the piece's first row.
type perPiece[T any] struct {
	fresh func() *T
	mu    sync.Mutex
	parts []*T // in no order
}

// of is the T of the row's piece.
func (p *perPiece[T]) of(r *Row) *T {
	if s, ok := r.State.(*T); ok {
		return s
	}
	s := p.fresh()
	r.State = s
	p.mu.Lock()
	defer p.mu.Unlock()
	p.parts = append(p.parts, s)
	return s
}

// field is a text column, or the same text for every row.
type field struct {
	cell  int
	fixed []byte
}

// read is the field's text in a row.
func (f field) read(r *Row) []byte {
	if f.cell == none {
		return f.fixed
	}
	return r.Text(f.cell)
}

// binder finds columns by name and gives each a cell.
type binder struct {
	src     *config.Source
	owner   string // of the mapping, as faults name it, like "source orders"
	columns []string
	cells   []int // positions in columns, in the order of the cells
	uses    []use
	open    bool // every name is a column (JSON lines)
	secret  bool // rows hold account numbers: a first row that is no header is not quoted
}

// use is one setting's wish for a column. A whole file of JSON lines may do
// without a rare one: writers of JSON leave out what is empty.
type use struct {
	setting, column string
	rare            bool
}

func newBinder(src *config.Source, columns []string) *binder {
	b := &binder{src: src, owner: "source " + src.Name, columns: columns}
	t := src.Table
	for _, f := range tableFields(t) {
		b.want("table."+f.name, f.field.Column, f.rare)
	}
	b.want("table.kind", t.Kind.Column, false)
	b.want("table.status", t.Status.Column, false)
	b.want("table.amount", t.Amount.Column, false)
	b.want("table.fee", t.Fee.Column, true)
	b.want("table.occurred_at", t.OccurredAt.Column, false)
	b.want("table.occurred_at.fallback", t.OccurredAt.Fallback, true)
	if src.Ignore != nil {
		b.want("ignore", src.Ignore.Column, false)
	}
	return b
}

// want adds a setting's wish, if the setting names a column.
func (b *binder) want(setting, column string, rare bool) {
	if column != "" {
		b.uses = append(b.uses, use{setting, column, rare})
	}
}

// tableFields are the text fields of a mapping by name.
func tableFields(t *config.Table) []namedField {
	return []namedField{
		{"entry_id", t.EntryID, false}, {"order_ref", t.OrderRef, false}, {"order_no", t.OrderNo, false}, {"ref", t.Ref, false},
		{"refund_ref", t.RefundRef, true}, {"batch_ref", t.BatchRef, true}, {"payee", t.Payee, true}, {"currency", t.Currency, false},
	}
}

type namedField struct {
	name  string
	field config.Field
	rare  bool
}

// mapped are the names of all columns that settings speak of.
func (b *binder) mapped() []string {
	var names []string
	for _, u := range b.uses {
		if !slices.Contains(names, u.column) {
			names = append(names, u.column)
		}
	}
	return names
}

// where adds the columns of the routes to the wishes.
func (b *binder) where(routes []route) {
	for _, r := range routes {
		if r.where != nil {
			b.want("where of "+r.reconciliation, r.where.Column, false)
		}
	}
}

// check refuses a header without a mapped column, or with one twice.
func (b *binder) check() error {
	var missing []string
	for _, name := range b.mapped() {
		switch n := count(b.columns, name); {
		case b.open && n == 0:
			b.columns = append(b.columns, name)
		case n == 0:
			missing = append(missing, name)
		case n > 1:
			return Fault{Line: 1, Column: name, Text: "the header has this column twice, wanted it once; rename one in the export"}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return b.lost(missing, b.columns)
}

// lost is the fault of columns that a file does not have.
func (b *binder) lost(missing, columns []string) Fault {
	if b.secret && len(missing) == len(b.mapped()) {
		// What stands there may be a row with an account number.
		return Fault{Line: 1, Text: fmt.Sprintf("none of the columns %s is in the first row; wanted a header with the columns that %s names", quoted(missing), b.owner)}
	}
	var list []string
	for _, name := range missing {
		list = append(list, b.explain(name, columns))
	}
	return Fault{Line: 1, Text: fmt.Sprintf("missing column %s; the file has %s; correct %s in the configuration, or the export",
		strings.Join(list, ", "), quoted(columns), b.owner)}
}

// explain names a missing column, the settings that want it, and the nearest there is.
func (b *binder) explain(name string, columns []string) string {
	var settings []string
	for _, u := range b.uses {
		if u.column == name {
			settings = append(settings, u.setting)
		}
	}
	text := fmt.Sprintf("%q (%s", name, strings.Join(settings, ", "))
	if near := config.Nearest(name, columns); near != "" {
		text += fmt.Sprintf(", nearest is %q", near)
	}
	return text + ")"
}

func count(list []string, name string) (n int) {
	for _, s := range list {
		if s == name {
			n++
		}
	}
	return n
}

// quoted lists names for a message, at most forty.
func quoted(names []string) string {
	const most = 40
	var list []string
	for i, n := range names {
		if i == most {
			return fmt.Sprintf("%s and %d more", strings.Join(list, ", "), len(names)-most)
		}
		list = append(list, fmt.Sprintf("%q", n))
	}
	return strings.Join(list, ", ")
}

// cell is the position of a column among the row's cells; none for "".
func (b *binder) cell(column string) int {
	if column == "" {
		return none
	}
	at := slices.Index(b.columns, column)
	if i := slices.Index(b.cells, at); i >= 0 {
		return i
	}
	b.cells = append(b.cells, at)
	return len(b.cells) - 1
}

func (b *binder) field(f config.Field) field {
	return field{cell: b.cell(f.Column), fixed: []byte(f.Const)}
}

// charset is that of the file's bytes.
func (b *binder) charset() Charset {
	if b.src.Charset == charsetGBK {
		return GB18030
	}
	return UTF8
}

// encode is a word of the configuration as the file writes it.
func (b *binder) encode(word string) (string, error) {
	if b.src.Charset != charsetGBK {
		return word, nil
	}
	text, err := simplifiedchinese.GB18030.NewEncoder().String(word)
	if err != nil {
		return "", Fault{Text: fmt.Sprintf("%s: %q of the settings cannot be written in gbk", b.owner, word)}
	}
	return text, nil
}

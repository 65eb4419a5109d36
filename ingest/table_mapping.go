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
	instants          [2]instantForm
	routes            router

	mu    sync.Mutex
	parts []*tableRows // one per piece, in no order
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
	columns []string
	cells   []int // positions in columns, in the order of the cells
	uses    []use
	open    bool // every name is a column (JSON lines)
}

// use is one setting's wish for a column.
type use struct{ setting, column string }

func newBinder(src *config.Source, columns []string) *binder {
	b := &binder{src: src, columns: columns}
	t := src.Table
	add := func(setting, column string) {
		if column != "" {
			b.uses = append(b.uses, use{setting, column})
		}
	}
	for _, f := range tableFields(t) {
		add("table."+f.name, f.field.Column)
	}
	add("table.kind", t.Kind.Column)
	add("table.status", t.Status.Column)
	add("table.amount", t.Amount.Column)
	add("table.fee", t.Fee.Column)
	add("table.occurred_at", t.OccurredAt.Column)
	add("table.occurred_at.fallback", t.OccurredAt.Fallback)
	if src.Ignore != nil {
		add("ignore", src.Ignore.Column)
	}
	return b
}

// tableFields are the text fields of a mapping by name.
func tableFields(t *config.Table) []namedField {
	return []namedField{
		{"entry_id", t.EntryID}, {"order_ref", t.OrderRef}, {"order_no", t.OrderNo}, {"ref", t.Ref}, {"refund_ref", t.RefundRef},
		{"batch_ref", t.BatchRef}, {"payee", t.Payee}, {"currency", t.Currency},
	}
}

type namedField struct {
	name  string
	field config.Field
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
			b.uses = append(b.uses, use{"where of " + r.reconciliation, r.where.Column})
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
	var list []string
	for _, name := range missing {
		list = append(list, b.explain(name, columns))
	}
	return Fault{Line: 1, Text: fmt.Sprintf("missing column %s; the file has %s; correct source %s in the configuration, or the export",
		strings.Join(list, ", "), quoted(columns), b.src.Name)}
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

// encode is a word of the configuration as the file writes it.
func (b *binder) encode(word string) (string, error) {
	if b.src.Charset != charsetGBK {
		return word, nil
	}
	text, err := simplifiedchinese.GB18030.NewEncoder().String(word)
	if err != nil {
		return "", Fault{Text: fmt.Sprintf("source %s: %q of the settings cannot be written in gbk", b.src.Name, word)}
	}
	return text, nil
}

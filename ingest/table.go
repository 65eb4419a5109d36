package ingest

import (
	"recon/internal/calendar"
	"recon/internal/config"
)

// TableID is the format of own exports in the configuration.
const TableID = "table"

// Table reads own exports as config.Table maps them: CSV, JSON lines and
// Parquet. One Table serves all exports of a configuration, for one
// reconciliation and one day.
type Table struct {
	keep   string
	date   calendar.Date
	routes map[string][]route // by source
}

// route is one reconciliation's claim on the rows of an export.
type route struct {
	reconciliation string
	where          *config.Filter // nil: every row that no filter names
}

// NewTable is the format of the own exports of cfg. Rows that belong to
// reconciliation become entries; "" keeps none. Date is the business day whose
// end the newest row is compared with; 0: not known.
func NewTable(cfg *config.Config, reconciliation string, date calendar.Date) *Table {
	t := &Table{keep: reconciliation, date: date, routes: map[string][]route{}}
	for _, r := range cfg.Reconciliations {
		for _, use := range r.Ledger {
			t.routes[use.Source] = append(t.routes[use.Source], route{r.Name, use.Where})
		}
	}
	return t
}

// ID is table.
func (t *Table) ID() string { return TableID }

// Provider is empty: one export can hold the rows of several providers.
func (t *Table) Provider() string { return "" }

// Detect is false: an own export is what the configuration says it is.
func (t *Table) Detect(string, []byte) bool { return false }

// Open reads the header of a CSV, or takes the text for JSON lines when its
// first row begins with a brace.
func (t *Table) Open(src *config.Source, name string, head []byte) (*Layout, error) {
	return openText(newBinder(src, nil), t.layout, head)
}

// binding compiles a mapping against the columns of a file that b holds. What
// it returns beside the layout is told which of its cells are timestamps.
type binding func(b *binder) (*Layout, retimer, error)

type retimer interface {
	// retime makes a time cell be read in form, a layout of the configuration.
	retime(cell int, form string)
}

// openText says how a CSV or JSON lines are read.
func openText(b *binder, bind binding, head []byte) (*Layout, error) {
	skip, err := skipMark(head)
	if err != nil {
		return nil, err
	}
	if isObject(head[skip:]) {
		return openLines(b, bind, int64(skip), head[skip:])
	}
	return openCSV(b, bind, head, skip)
}

// layout is what every own export has in common, with the mapping behind it.
// The cells are those that settings name, as positions in the columns of b.
func (t *Table) layout(b *binder) (*Layout, retimer, error) {
	f, err := t.compile(b)
	if err != nil {
		return nil, nil, err
	}
	l := &Layout{Columns: b.columns, Cells: b.cells, Charset: f.charset, Zone: f.cut.Zone, Cut: f.cut.At}
	l.Row, l.End, l.Export, l.Keep = f.row, f.end, f.export, f.keep
	l.Same = f.same()
	f.layout = l
	return l, f, nil
}

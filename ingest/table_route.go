package ingest

import (
	"fmt"
	"strings"
)

// Values of Row.Route that are no route.
const (
	routeIgnored = -1 // dropped by the source's ignore
	routeNobody  = -2 // claimed by no reconciliation
	routeTwice   = -3 // claimed by two
	routeNone    = -4 // what Layout.Keep says when no row is kept
)

// router says whose a row is.
type router struct {
	columns []routeColumn
	every   int      // the route that has no filter; routeNobody when all have one
	names   []string // of the reconciliations
}

// routeColumn is a column that filters look at.
type routeColumn struct {
	name   string
	cell   int
	owners map[string][]int // the file's word, not decoded, to routes; routeIgnored for ignore
}

// router compiles the filters of a source: one look-up per column and row.
func (b *binder) router(routes []route) (router, error) {
	out := router{every: routeNobody}
	if f := b.src.Ignore; f != nil {
		if err := out.add(b, f.Column, f.Words(), routeIgnored); err != nil {
			return out, err
		}
	}
	for i, r := range routes {
		out.names = append(out.names, r.reconciliation)
		if r.where == nil {
			out.every = i
		} else if err := out.add(b, r.where.Column, r.where.Words(), i); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (o *router) add(b *binder, column string, words []string, owner int) error {
	c := o.column(column)
	if c == nil {
		o.columns = append(o.columns, routeColumn{name: column, cell: b.cell(column), owners: map[string][]int{}})
		c = o.column(column)
	}
	for _, word := range words {
		text, err := b.encode(word)
		if err != nil {
			return err
		}
		c.owners[text] = append(c.owners[text], owner)
	}
	return nil
}

func (o *router) column(name string) *routeColumn {
	for i := range o.columns {
		if o.columns[i].name == name {
			return &o.columns[i]
		}
	}
	return nil
}

// pick is the route of a row. Last belongs to the goroutine.
func (o *router) pick(r *Row, last *memo) int {
	if len(o.columns) != 1 {
		return o.claim(r)
	}
	word := r.Cells[o.columns[0].cell]
	if !last.is(word) {
		last.keep(word, o.claim(r))
	}
	return last.value
}

// claim is the route of a row. A route without a filter takes what no filter
// names, so that ignore works beside it.
func (o *router) claim(r *Row) int {
	claimed := routeNobody
	for i := range o.columns {
		c := &o.columns[i]
		for _, owner := range c.owners[string(r.Cells[c.cell])] {
			if claimed != routeNobody && claimed != owner {
				return routeTwice
			}
			claimed = owner
		}
	}
	if claimed == routeNobody {
		return o.every
	}
	return claimed
}

// values are a row's words in the columns that filters look at.
func (o *router) values(r *Row) []byte {
	var out []byte
	for i, c := range o.columns {
		if i > 0 {
			out = append(out, " / "...)
		}
		out = append(out, r.Text(c.cell)...)
	}
	return out
}

// title names the columns for a fault.
func (o *router) title() string {
	var names []string
	for _, c := range o.columns {
		names = append(names, c.name)
	}
	return strings.Join(names, " / ")
}

// faults say which rows have no owner, or two.
func (o *router) faults(source string, nobody, twice *tally) []Fault {
	var out []Fault
	if list := nobody.list(); len(list) > 0 {
		cure := fmt.Sprintf("add source %s to the ledger of a reconciliation", source)
		switch len(o.columns) {
		case 0:
		case 1:
			cure = fmt.Sprintf("add each to a where of source %s, or to its ignore: { column: %s, values: [%s] }", source, yamlText(o.columns[0].name), nobody.bare())
		default:
			cure = fmt.Sprintf("add each to a where of source %s, or to its ignore", source)
		}
		out = append(out, Fault{Line: list[0].Line, Column: o.title(), Text: "rows that no reconciliation claims: " + nobody.counted() + "; " + cure})
	}
	if list := twice.list(); len(list) > 0 {
		out = append(out, Fault{Line: list[0].Line, Column: o.title(),
			Text: "rows that are claimed twice: " + twice.counted() + "; wanted one owner among ignore and the where of " + strings.Join(o.names, ", ")})
	}
	return out
}

package ingest

import (
	"errors"
	"slices"

	"github.com/zeebo/xxh3"

	"recon/internal/keyjoin"
)

// keys gathers what joining needs of the rows that a sink takes. One goroutine
// uses it.
type keys struct {
	sorter *keyjoin.Sorter
	kinds  [len(KindNames)]bool // of statement rows that an own source can hold
	side   Side
	plain  bool          // rows can be read again at their byte
	group  keyjoin.Group // of the page: what the sink has no column of
	count  int           // rows of the page
	out    []int         // those of them that take no part
	chosen keyjoin.Group // the page without them
	err    error
}

// newKeys is nil when nothing is to be joined.
func newKeys(o Options) *keys {
	if o.Keys == nil {
		return nil
	}
	k := &keys{sorter: o.Keys.NewSorter()}
	for i, name := range KindNames {
		k.kinds[i] = slices.Contains(o.OwnKinds, name)
	}
	return k
}

// begin starts a piece. The one before may have broken off in the midst of a page.
func (k *keys) begin(t *reading) error {
	k.forget()
	k.side, k.plain = t.file.Side, t.text.plain && !t.parquet
	return k.sorter.Begin(t.file.No, k.side == Statement)
}

// add notes the row that the sink takes, which begins at the byte at.
func (k *keys) add(e *Entry, at int64) {
	number, err := k.sorter.Currency(e.Currency)
	if err != nil {
		k.err = err
	}
	k.group.Currency = append(k.group.Currency, number)
	if k.plain {
		k.group.At = append(k.group.At, at)
	}
	var takes bool
	if k.side == Statement {
		takes = k.kinds[e.Kind]
		k.group.Name = append(k.group.Name, nameOf(e))
	} else {
		takes = e.Status.ClaimsMoney()
	}
	if !takes {
		k.out = append(k.out, k.count)
	}
	k.count++
}

// nameOf is a hash of what a statement's entry id is made of: two rows of one
// name are told apart by counting.
func nameOf(e *Entry) uint32 {
	h := xxh3.Hash(e.Ref) + uint64(e.Kind)
	if len(e.RefundRef) > 0 {
		h = h*31 + xxh3.Hash(e.RefundRef)
	}
	return uint32(h)
}

// end hands the rows of a page on; line, hash, check and gross are the sink's columns.
func (k *keys) end(line, hash, check, gross []int64) error {
	g := k.group
	g.Line, g.Hash, g.Check, g.Gross = line, hash, check, gross
	if len(k.out) > 0 {
		g = k.choose(g)
	}
	err := errors.Join(k.err, k.sorter.Add(g))
	k.forget()
	return err
}

// forget starts a page.
func (k *keys) forget() {
	k.count, k.out, k.err = 0, k.out[:0], nil
	k.group.Currency, k.group.At, k.group.Name = k.group.Currency[:0], k.group.At[:0], k.group.Name[:0]
}

// choose copies the rows that take part.
func (k *keys) choose(g keyjoin.Group) keyjoin.Group {
	c := &k.chosen
	c.Line, c.Hash, c.Check = without(c.Line, g.Line, k.out), without(c.Hash, g.Hash, k.out), without(c.Check, g.Check, k.out)
	c.Gross, c.At = without(c.Gross, g.Gross, k.out), without(c.At, g.At, k.out)
	c.Name, c.Currency = without(c.Name, g.Name, k.out), without(c.Currency, g.Currency, k.out)
	return *c
}

// without copies a column but for some of its rows, which are in order. A column
// that is not gathered stays empty.
func without[T any](into, column []T, out []int) []T {
	into = into[:0]
	if len(column) == 0 {
		return into
	}
	from := 0
	for _, row := range out {
		into = append(into, column[from:row]...)
		from = row + 1
	}
	return append(into, column[from:]...)
}

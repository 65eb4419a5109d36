package match

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"

	"recon/internal/keyjoin"
	"recon/internal/store"
)

// sampleLines is how far into each statement pairs are looked at for a wrong
// zone, unit or sign: what is wrong is wrong in every row.
const sampleLines = 10000

// joinPlainly joins the rows of today whose key occurs once on each side and
// fills the tables that say what came of it: settled, wanted_row, key_share and
// joined_sample.
func joinPlainly(ctx context.Context, ws *store.Store, o Options) (err error) {
	rows := o.Keys
	if rows == nil {
		rows = keyjoin.New(ws.Dir(), keysMemory)
		defer func() { err = errors.Join(err, rows.Close()) }()
		if err := gatherKeys(ctx, ws, rows); err != nil {
			return err
		}
	}
	var special []int64
	err = ws.Scan(ctx, "select key_hash from special_key", func(v []driver.Value) error {
		special = append(special, v[0].(int64))
		return nil
	})
	if err != nil {
		return err
	}
	result, err := rows.Join(ctx, special, sampleLines, o.Threads)
	if err != nil {
		return err
	}
	if o.Joined != nil {
		o.Joined(result)
	}
	wanted, err := wantRows(ctx, ws, o, result, rows.Count())
	if err != nil {
		return err
	}
	return tell(ctx, ws, result, wanted)
}

// fewOf: rows are read again when they are at most one of so many. When more are
// left over it is cheaper to look for them.
const fewOf = 16

// wantedRow is a row of the table wanted_row.
type wantedRow struct {
	keyjoin.Position
	settled, again bool
}

// wantRows lists the rows that are needed whole, and reads those again that can
// be, if they are few, for row_again.
func wantRows(ctx context.Context, ws *store.Store, o Options, r *keyjoin.Result, of int64) ([]wantedRow, error) {
	var wanted []wantedRow
	var again []keyjoin.Row
	few := o.Again != nil && int64(len(r.Unsettled)+len(r.Namesakes)) <= of/fewOf
	for i, list := range [][]keyjoin.Row{r.Unsettled, r.Namesakes} {
		for _, row := range list {
			w := wantedRow{row.Position, i == 1, few && row.At >= 0}
			if wanted = append(wanted, w); w.again {
				again = append(again, row)
			}
		}
	}
	var part store.Part
	if len(again) > 0 {
		slices.SortFunc(again, keyjoin.Row.Compare)
		var err error
		if part.Files, err = o.Again(ctx, again); err != nil {
			return nil, err
		}
	}
	return wanted, ws.ViewParts(ctx, "row_again", "entry", "", []store.Part{part})
}

// tell fills the tables that the passes and the laws read.
func tell(ctx context.Context, ws *store.Store, r *keyjoin.Result, wanted []wantedRow) error {
	return errors.Join(
		fill(ctx, ws, "settled", r.Settled, func(s keyjoin.Settled) []driver.Value {
			return []driver.Value{s.Currency, s.Pairs, s.GrossMinor}
		}),
		fill(ctx, ws, "wanted_row", wanted, func(w wantedRow) []driver.Value {
			return []driver.Value{w.FileNo, w.Line, w.settled, w.again}
		}),
		fill(ctx, ws, "key_share", []keyjoin.Keys{r.Keys}, func(k keyjoin.Keys) []driver.Value {
			return []driver.Value{k.Statement, k.Ledger, k.Both}
		}),
		fill(ctx, ws, "joined_sample", r.Sample, func(p keyjoin.Pair) []driver.Value {
			return []driver.Value{p.Statement.FileNo, p.Statement.Line, p.Ledger.FileNo, p.Ledger.Line}
		}),
	)
}

// fill creates a table of the shared schema and appends rows.
func fill[T any](ctx context.Context, ws *store.Store, table string, rows []T, values func(T) []driver.Value) error {
	if err := ws.CreateTable(ctx, table); err != nil {
		return err
	}
	return ws.Append(ctx, table, func(add func(...driver.Value) error) error {
		for _, row := range rows {
			if err := add(values(row)...); err != nil {
				return err
			}
		}
		return nil
	})
}

// keysMemory is how many bytes of rows that were read earlier are held.
const keysMemory = 128 << 20

// gatherKeys reads the rows that can be joined from the table entry, for days
// whose files were read before.
func gatherKeys(ctx context.Context, ws *store.Store, rows *keyjoin.Rows) error {
	type file struct {
		no          int32
		statement   bool
		first, last int64
	}
	var files []file
	err := each(ctx, ws, "select file_no, side = 'statement', min(line), max(line) from entry group by file_no, side order by file_no, side", func(r *sql.Rows) error {
		var f file
		err := r.Scan(&f.no, &f.statement, &f.first, &f.last)
		files = append(files, f)
		return err
	})
	if err != nil {
		return err
	}
	g := gatherer{sorter: rows.NewSorter()}
	for _, f := range files {
		for from := f.first; from <= f.last; from += keyjoin.PieceRows {
			if err := g.window(ctx, ws, f.no, f.statement, from); err != nil {
				return fmt.Errorf("file %d: %w", f.no, err)
			}
		}
	}
	return nil
}

// The rows of some lines of one file that take part.
const (
	joinableStatement = `
		select e.line, e.key_hash, e.key_check, e.gross_minor, e.currency, cast(hash(e.kind, e.ref, e.refund_ref) % 4294967296 as bigint)
		from entry as e
		where e.file_no = ? and ? <= e.line and e.line < ? and e.side = 'statement' and e.kind in (select k.kind from own_kind as k)
		order by e.line`
	joinableLedger = `
		select e.line, e.key_hash, e.key_check, e.gross_minor, e.currency
		from entry as e
		where e.file_no = ? and ? <= e.line and e.line < ? and e.side = 'ledger' and e.status <> 'pending' and e.status <> 'closed'
		order by e.line`
)

// gatherer takes rows from queries.
type gatherer struct {
	sorter *keyjoin.Sorter
	group  keyjoin.Group
}

// window reads the rows of one piece's worth of lines.
func (g *gatherer) window(ctx context.Context, ws *store.Store, fileNo int32, statement bool, from int64) error {
	query := joinableLedger
	if statement {
		query = joinableStatement
	}
	g.group = keyjoin.Group{Line: g.group.Line[:0], Hash: g.group.Hash[:0], Check: g.group.Check[:0], Gross: g.group.Gross[:0], Name: g.group.Name[:0], Currency: g.group.Currency[:0]}
	if err := ws.Scan(ctx, query, g.add, fileNo, from, from+keyjoin.PieceRows); err != nil {
		return err
	}
	if err := g.sorter.Begin(fileNo, statement); err != nil {
		return err
	}
	return g.sorter.Add(g.group)
}

func (g *gatherer) add(v []driver.Value) error {
	number, err := g.sorter.Currency([]byte(v[4].(string)))
	if err != nil {
		return err
	}
	c := &g.group
	c.Line, c.Hash = append(c.Line, v[0].(int64)), append(c.Hash, v[1].(int64))
	c.Check, c.Gross = append(c.Check, v[2].(int64)), append(c.Gross, v[3].(int64))
	c.Currency = append(c.Currency, number)
	if len(v) > 5 {
		c.Name = append(c.Name, uint32(v[5].(int64)))
	}
	return nil
}

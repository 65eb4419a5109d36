package ingest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"recon/internal/config"
)

// parquetMagic begins and ends every Parquet file (apache/parquet-format).
const parquetMagic = "PAR1"

// The function that reads a Parquet file: names of folders are no columns, and
// bytes without a type are text, as older writers leave them.
const (
	parquetTable   = " from read_parquet(?, hive_partitioning=false, binary_as_string=true)"
	parquetNumbers = " from read_parquet(?, hive_partitioning=false, binary_as_string=true, file_row_number=true)"
)

// parquetBatch is how many rows are asked for at a time, because a result is
// held in memory whole.
const parquetBatch = 1 << 16

// OpenRows reads a Parquet file by its magic bytes. Money must be integers,
// decimals or text; times may be timestamps, whatever the layout says. The
// line of a row is its number in the file, from 1.
func (t *Table) OpenRows(ctx context.Context, db *sql.DB, src *config.Source, path string) (*Layout, Rows, error) {
	return openParquet(ctx, db, newBinder(src, nil), t.layout, path)
}

func openParquet(ctx context.Context, db *sql.DB, b *binder, bind binding, path string) (*Layout, Rows, error) {
	ok, err := isParquet(path)
	if err != nil || !ok {
		return nil, nil, err
	}
	plain := *b.src
	plain.Charset = "" // the format's texts are UTF-8
	p := &parquetRows{ctx: ctx, db: db, path: path}
	columns, types, err := p.describe()
	if err != nil {
		return nil, nil, err
	}
	b.src, b.columns = &plain, columns
	l, times, err := bind(b)
	if err != nil {
		return nil, nil, err
	}
	return l, p, p.choose(l.Cells, columns, types, times)
}

// isParquet looks at the first bytes of a file.
func isParquet(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	head := make([]byte, len(parquetMagic))
	_, err = io.ReadFull(file, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return false, nil
	}
	return string(head) == parquetMagic, err
}

// parquetRows yields the rows of a Parquet file as texts.
type parquetRows struct {
	ctx   context.Context
	db    *sql.DB
	path  string
	query string
	rows  *sql.Rows // of the batch being read
	next  int64     // number of the next row, from 0
	end   int64     // of the batch
	cells [][]byte
	texts []sql.RawBytes
	into  []any
}

// describe gives the columns and their types in DuckDB's words.
func (p *parquetRows) describe() (columns, types []string, err error) {
	if strings.ContainsAny(p.path, "*?[{") {
		return nil, nil, fmt.Errorf("%s: a path with * ? [ or { cannot be read as Parquet, wanted another home folder", p.path)
	}
	rows, err := p.db.QueryContext(p.ctx, "select *"+parquetTable+" limit 0", p.path)
	if err != nil {
		return nil, nil, p.damaged(err)
	}
	defer rows.Close()
	list, err := rows.ColumnTypes()
	if err != nil {
		return nil, nil, err
	}
	for _, c := range list {
		columns, types = append(columns, c.Name()), append(types, c.DatabaseTypeName())
	}
	return columns, types, rows.Err()
}

// damaged is the fault of a file the engine cannot read. The engine's words are
// cut at the first line and hold no path of this machine.
func (p *parquetRows) damaged(err error) error {
	if p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	text, _, _ := strings.Cut(strings.ReplaceAll(err.Error(), p.path, "the file"), "\n")
	return Fault{Text: fmt.Sprintf("cannot be read as Parquet (%s); it is damaged or cut off, export it again", text)}
}

// choose writes the query: every cell as text, times in a form that loses nothing.
func (p *parquetRows) choose(cells []int, columns, types []string, times retimer) error {
	var list []string
	for i, at := range cells {
		text, form, err := parquetText(columns[at], types[at])
		if err != nil {
			return err
		}
		list = append(list, text)
		if form != "" {
			times.retime(i, form)
		}
	}
	p.read(list)
	return nil
}

// read sets the query of a batch.
func (p *parquetRows) read(texts []string) {
	p.query = "select file_row_number, " + strings.Join(texts, ", ") + parquetNumbers + " where file_row_number >= ? and file_row_number < ?"
	p.cells, p.texts = make([][]byte, len(texts)), make([]sql.RawBytes, len(texts))
}

// show reads all columns as the engine prints them, for people only.
func (p *parquetRows) show(columns []string) {
	var list []string
	for _, c := range columns {
		list = append(list, "coalesce(cast("+identifier(c)+" as varchar), '')")
	}
	p.read(list)
}

// identifier quotes a column's name.
func identifier(column string) string { return `"` + strings.ReplaceAll(column, `"`, `""`) + `"` }

// retime makes a time cell be read in form.
func (f *tableFile) retime(cell int, form string) {
	f.instants.retime([2]int{f.occurred, f.instead}, cell, form)
}

// retime changes the form of those of the cells that are cell.
func (f *instantForms) retime(cells [2]int, cell int, form string) {
	for i, c := range cells {
		if c == cell {
			thing := f[i].thing
			f[i] = newInstantForm(form, f[i].zone)
			f[i].thing = thing
		}
	}
}

// parquetText is the expression that turns a column into text, and the layout
// of that text if the column is a timestamp.
func parquetText(column, kind string) (text, layout string, err error) {
	name := identifier(column)
	base, _, _ := strings.Cut(kind, "(")
	switch base {
	case "VARCHAR", "BOOLEAN", "UUID", "ENUM", "DATE", "DECIMAL", "HUGEINT", "UHUGEINT",
		"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT":
		return "coalesce(cast(" + name + " as varchar), '')", "", nil
	case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS":
		return "coalesce(strftime(cast(" + name + " as timestamp), '%Y-%m-%d %H:%M:%S.%f'), '')", time.DateTime, nil
	case "TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE":
		return "coalesce(cast(epoch_us(" + name + ") as varchar), '')", "unix_micro", nil
	case "FLOAT", "DOUBLE":
		return "", "", Fault{Line: 1, Column: column, Text: fmt.Sprintf("the column is of type %s, which cannot hold amounts or numbers exactly; export as decimal or text", strings.ToLower(base))}
	}
	return "", "", Fault{Line: 1, Column: column, Text: fmt.Sprintf("the column is of type %s, wanted text, an integer, a decimal or a timestamp; export it as one of them", strings.ToLower(kind))}
}

// Next is the next row; the cells live until the next call.
func (p *parquetRows) Next() (int64, [][]byte, error) {
	for p.rows == nil || !p.rows.Next() {
		if err := p.turn(); err != nil {
			return 0, nil, err
		}
	}
	var number int64
	p.into = append(p.into[:0], &number)
	for i := range p.texts {
		p.into = append(p.into, &p.texts[i])
	}
	if err := p.rows.Scan(p.into...); err != nil {
		return 0, nil, err
	}
	if number != p.next {
		return 0, nil, fmt.Errorf("%s: row %d where row %d was expected", p.path, number+1, p.next+1)
	}
	p.next++
	for i, t := range p.texts {
		p.cells[i] = t
	}
	return p.next, p.cells, nil
}

// turn asks for the next batch; io.EOF when the last one was not full.
func (p *parquetRows) turn() error {
	if err := p.Close(); err != nil {
		return err
	}
	if p.next < p.end {
		return io.EOF
	}
	p.end = p.next + parquetBatch
	rows, err := p.db.QueryContext(p.ctx, p.query, p.path, p.next, p.end)
	if err != nil {
		return p.damaged(err)
	}
	p.rows = rows
	return nil
}

// Close ends the batch being read.
func (p *parquetRows) Close() error {
	if p.rows == nil {
		return nil
	}
	err := p.rows.Err()
	if e := p.rows.Close(); err == nil {
		err = e
	}
	p.rows = nil
	if err != nil {
		return p.damaged(err)
	}
	return nil
}

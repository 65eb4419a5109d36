package sheet

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"time"

	"github.com/klauspost/compress/flate"
	"github.com/xuri/excelize/v2"
)

// rowsMost is how many rows a sheet of a workbook can have.
const rowsMost = 1048576

// Write writes a workbook. Errors are those of the rows, of w, and a row with
// another number of cells than its sheet has columns.
func Write(w io.Writer, b Book) (err error) {
	f := excelize.NewFile()
	defer func() { err = errors.Join(err, f.Close()) }()
	s, err := newStyles(f)
	if err != nil {
		return err
	}
	out := &writer{zip: zip.NewWriter(w), styles: s, rowsMax: b.RowsMax}
	if out.rowsMax == 0 {
		out.rowsMax = rowsMost
	}
	out.zip.RegisterCompressor(zip.Deflate, out.compressor)
	for i := range b.Sheets {
		if err := out.table(&b.Sheets[i]); err != nil {
			return fmt.Errorf("sheet %s: %w", b.Sheets[i].Name, err)
		}
	}
	if err := b.describe(f, out.pages); err != nil {
		return err
	}
	if err := out.frame(f); err != nil {
		return err
	}
	return out.zip.Close()
}

// writer writes the sheets of a book while their rows come in, and then the
// parts that name them.
type writer struct {
	zip     *zip.Writer
	styles  *styles
	rowsMax int
	pages   []page
	buffer  buffer
	deflate *flate.Writer
}

// flushBytes is how much of a sheet is written before it is handed on.
const flushBytes = 1 << 16

// compressor is the one for all parts, as they come one after the other and
// each would bring half a megabyte of tables.
func (w *writer) compressor(to io.Writer) (part io.WriteCloser, err error) {
	if w.deflate == nil {
		w.deflate, err = flate.NewWriter(to, flate.BestSpeed)
		return w.deflate, err
	}
	w.deflate.Reset(to)
	return w.deflate, nil
}

// page is one sheet of the book that is written.
type page struct {
	name    string
	columns int
	rows    int // header included
}

// table writes a table, as many sheets as it takes.
func (w *writer) table(t *Sheet) error {
	next, stop := iter.Pull2(t.Rows)
	defer stop()
	row, err, more := next()
	for n := 1; n == 1 || more; n++ {
		name := t.Name
		if n > 1 {
			name += "-" + strconv.Itoa(n)
		}
		part, err2 := w.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", len(w.pages)+1))
		if err2 != nil {
			return err2
		}
		p := page{name: name, columns: len(t.Columns), rows: 1}
		x := &w.buffer
		t.begin(x, w.styles, len(w.pages) == 0)
		for ; more && p.rows < w.rowsMax; row, err, more = next() {
			if err == nil && len(row) != p.columns {
				err = fmt.Errorf("row %d has %d cells, wanted %d", p.rows+1, len(row), p.columns)
			}
			if err != nil {
				return err
			}
			p.rows++
			t.row(x, w.styles, p.rows, row)
			if len(x.out) < flushBytes {
				continue
			}
			if err := x.flush(part); err != nil {
				return err
			}
		}
		p.end(x)
		if err := x.flush(part); err != nil {
			return err
		}
		w.pages = append(w.pages, p)
	}
	return nil
}

// describe makes the frame of the book: its sheets, filters, print titles and
// properties.
func (b *Book) describe(f *excelize.File, pages []page) error {
	var errs []error
	for i, p := range pages {
		if i == 0 {
			errs = append(errs, f.SetSheetName("Sheet1", p.name))
		} else if _, err := f.NewSheet(p.name); err != nil {
			errs = append(errs, err)
		}
		errs = append(errs, f.AutoFilter(p.name, p.area(), nil),
			f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: "'" + p.name + "'!$1:$1", Scope: p.name}))
	}
	at := b.Created.UTC().Format(time.RFC3339)
	return errors.Join(append(errs,
		f.SetDocProps(&excelize.DocProperties{Title: b.Title, Creator: "recon", LastModifiedBy: "recon", Created: at, Modified: at}),
		f.SetAppProps(&excelize.AppProperties{Application: "recon"}))...)
}

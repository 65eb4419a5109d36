package sheet

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

const mainSpace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

// begin writes what stands before the rows, and the header, which stays in
// sight.
func (t *Sheet) begin(w *buffer, s *styles, first bool) {
	selected := ""
	if first {
		selected = ` tabSelected="1"`
	}
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="%s"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView%s workbookViewId="0">`+
		`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`, mainSpace, selected)
	for i, c := range t.Columns {
		fmt.Fprintf(w, `<col min="%d" max="%d" width="%d" customWidth="1"/>`, i+1, i+1, c.width())
	}
	w.WriteString(`</cols><sheetData><row r="1">`)
	for i, c := range t.Columns {
		writeText(w, s.header, columnName(i), "1", c.Title)
	}
	w.WriteString(`</row>`)
}

func (t *Sheet) row(w *buffer, s *styles, n int, cells []Cell) {
	number := strconv.Itoa(n)
	w.WriteString(`<row r="`)
	w.WriteString(number)
	w.WriteString(`">`)
	for i, c := range cells {
		c.write(w, s, columnName(i), number)
	}
	w.WriteString(`</row>`)
}

// end writes what stands after the rows.
func (p page) end(w *buffer) {
	fmt.Fprintf(w, `</sheetData><autoFilter ref="%s"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>`, p.area())
}

// area is the whole of the table, like A1:C9.
func (p page) area() string { return "A1:" + columnName(p.columns-1) + strconv.Itoa(p.rows) }

// columnNames are A to ZZ; no report has as many columns.
var columnNames = func() (names []string) {
	for i := range 26 * 27 {
		name := string(rune('A' + i%26))
		if i >= 26 {
			name = string(rune('A'+i/26-1)) + name
		}
		names = append(names, name)
	}
	return names
}()

// columnName is the name of a column, counted from 0.
func columnName(i int) string { return columnNames[i] }

// frame adds the parts that the library makes: everything but the sheets. It
// hands them over in any order, so they are sorted.
func (w *writer) frame(f *excelize.File) error {
	parts := frameParts{}
	f.SetZipWriter(func(io.Writer) excelize.ZipWriter { return parts })
	if err := f.Write(io.Discard); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if strings.HasPrefix(name, "xl/worksheets/sheet") {
			continue // written before
		}
		part, err := w.zip.Create(name)
		if err == nil {
			_, err = part.Write(parts[name].Bytes())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// frameParts are the files of the library's book by name.
type frameParts map[string]*bytes.Buffer

// Create begins a file of the book.
func (p frameParts) Create(name string) (io.Writer, error) {
	p[name] = new(bytes.Buffer)
	return p[name], nil
}

// AddFS belongs to the library's interface; a book has no other files.
func (p frameParts) AddFS(fs.FS) error { return zip.ErrFormat }

// Close ends the book.
func (p frameParts) Close() error { return nil }

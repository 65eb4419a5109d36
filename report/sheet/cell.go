package sheet

import (
	"encoding/xml"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"recon/internal/calendar"
	"recon/internal/money"
)

const (
	digitsMost = 15    // of a number that every spreadsheet keeps exactly
	textMost   = 32767 // UTF-16 units of a cell, Excel's limit
)

// firstDay is the first day that spreadsheets count alike: until March 1900
// they disagree about a leap day. They count from dayZero on.
var (
	firstDay = day("1900-03-01")
	dayZero  = day("1899-12-30")
)

func day(text string) calendar.Date {
	d, err := calendar.Parse(text)
	if err != nil {
		panic(err)
	}
	return d
}

// buffer is what is written of a sheet and not handed on. A workbook is millions
// of short texts, and appending one costs less than a writer's call.
type buffer struct{ out []byte }

// Write appends bytes.
func (b *buffer) Write(text []byte) (int, error) {
	b.out = append(b.out, text...)
	return len(text), nil
}

// WriteString appends a text.
func (b *buffer) WriteString(text string) { b.out = append(b.out, text...) }

// flush hands on what was written.
func (b *buffer) flush(to io.Writer) error {
	_, err := to.Write(b.out)
	b.out = b.out[:0]
	return err
}

// write writes the cell at a place like B7; an empty cell leaves nothing.
func (c Cell) write(w *buffer, s *styles, column, row string) {
	switch c.form {
	case formText:
		writeText(w, s.text, column, row, c.text)
	case formCount:
		writeNumber(w, s, s.count, column, row, strconv.FormatInt(c.number, 10))
	case formMoney:
		exponent := money.Exponent(c.currency)
		writeNumber(w, s, s.money[exponent], column, row, money.Format(c.number, exponent))
	case formDate:
		d := calendar.Date(c.number)
		if d < firstDay {
			writeText(w, s.text, column, row, d.String())
			return
		}
		writeNumber(w, s, s.day, column, row, strconv.Itoa(int(d-dayZero)))
	}
}

// writeNumber writes a decimal text as a number, or as text where a spreadsheet
// would lose digits.
func writeNumber(w *buffer, s *styles, style int, column, row, decimal string) {
	if digits(decimal) > digitsMost {
		writeText(w, s.long, column, row, decimal)
		return
	}
	open(w, style, column, row)
	w.WriteString(`><v>`)
	w.WriteString(decimal)
	w.WriteString(`</v></c>`)
}

func writeText(w *buffer, style int, column, row, text string) {
	open(w, style, column, row)
	w.WriteString(` t="inlineStr"><is><t xml:space="preserve">`)
	writeEscaped(w, fitting(text))
	w.WriteString(`</t></is></c>`)
}

func open(w *buffer, style int, column, row string) {
	w.WriteString(`<c r="`)
	w.WriteString(column)
	w.WriteString(row)
	w.WriteString(`" s="`)
	w.out = strconv.AppendInt(w.out, int64(style), 10)
	w.out = append(w.out, '"')
}

// digits counts the decimal digits of a number, leading zeros included.
func digits(text string) (n int) {
	for i := range len(text) {
		if text[i] >= '0' && text[i] <= '9' {
			n++
		}
	}
	return n
}

// code is how Excel writes a character that XML cannot hold; a text that only
// looks like it must not be read as one.
var code = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// writeEscaped writes a text into XML; what XML cannot hold becomes U+FFFD.
func writeEscaped(w *buffer, text string) {
	if strings.Contains(text, "_x") {
		text = code.ReplaceAllString(text, "_x005F$0")
	}
	if isPlain(text) {
		w.WriteString(text)
		return
	}
	_ = xml.EscapeText(w, []byte(text)) // a buffer takes everything
}

// isPlain reports whether every byte is printable ASCII that XML takes as it is.
func isPlain(text string) bool {
	for i := range len(text) {
		if b := text[i]; b < ' ' || b >= utf8.RuneSelf || b == '<' || b == '>' || b == '&' || b == '"' || b == '\'' {
			return false
		}
	}
	return true
}

// fitting is a text that a cell can hold. A longer one ends in an ellipsis, so
// that the reader sees that it goes on.
func fitting(text string) string {
	if len(text) <= textMost || units16(text) <= textMost {
		return text
	}
	units := 0
	for i, r := range text {
		if units += units16(string(r)); units >= textMost {
			return text[:i] + "…"
		}
	}
	return text
}

// units16 is the length of a text in UTF-16 units.
func units16(text string) (n int) {
	for _, r := range text {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

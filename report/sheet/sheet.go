// Package sheet writes tables as a workbook that Excel and its kin open: text
// stays text, dates are dates, money is a number with its currency's decimals,
// and nothing is ever a formula. Rows are streamed, so that memory does not grow
// with them, and the same tables give the same bytes.
package sheet

import (
	"iter"
	"time"
	"unicode"

	"recon/internal/calendar"
)

// Book is a workbook.
type Book struct {
	Title   string
	Created time.Time // stands in the properties; never the wall clock
	Sheets  []Sheet
	RowsMax int // of a sheet, its header included; 0 is Excel's limit
}

// Sheet is one table. When it has more rows than a sheet can hold, it goes on
// in sheets named Name-2, Name-3 and so on, each with the header.
type Sheet struct {
	Name    string
	Columns []Column
	Rows    iter.Seq2[[]Cell, error] // a cell per column; the slice is not kept
}

// Column is a column's header and its width in characters; 0 is the width of
// the header.
type Column struct {
	Title string
	Width int
}

const (
	headerSpare = 4  // characters beside a header, for the mark of the filter
	widthLeast  = 10 // characters
	widthMost   = 60
)

// width is the column's width in characters; a Chinese one takes two.
func (c Column) width() int {
	n := headerSpare
	for _, r := range c.Title {
		n++
		if r > unicode.MaxLatin1 {
			n++
		}
	}
	return min(max(n, c.Width, widthLeast), widthMost)
}

// Cell is one value. The zero Cell is empty.
type Cell struct {
	form     form
	text     string
	number   int64
	currency string
}

// form says how a value stands in its cell.
type form int

const (
	formEmpty form = iota
	formText
	formCount
	formMoney
	formDate
)

// Text is a text that stays one, whatever it looks like: an order number keeps
// its leading zeros and all of its digits, and = begins no formula.
func Text(s string) Cell {
	if s == "" {
		return Cell{}
	}
	return Cell{form: formText, text: s}
}

// Count is a whole number.
func Count(n int64) Cell { return Cell{form: formCount, number: n} }

// Money is an amount in minor units, shown in major units. Up to 15 digits it
// is a number; a larger one would lose its last digits in any spreadsheet and
// is text.
func Money(minor int64, currency string) Cell {
	return Cell{form: formMoney, number: minor, currency: currency}
}

// Date is a day.
func Date(d calendar.Date) Cell { return Cell{form: formDate, number: int64(d)} }

package ingest

import (
	"slices"
	"strings"

	"recon/internal/calendar"
)

// ExportFigures are the figures of one own export as a whole, ignored rows and
// rows of other reconciliations included, by which its gate judges this file
// and those of later days.
type ExportFigures struct {
	Date   calendar.Date // the business day the file is for
	Files  []string      // sha256 of the bytes of each file, hex; filled in by the caller
	Rows   int64
	Sums   []ExportSum // sorted by currency
	Newest int64       // newest occurred_at of the business day, epoch microseconds; 0 without rows
	// LastHour reports whether a row lies in the last hour of the business day
	// or after it.
	LastHour bool
}

// ExportSum is the money of one currency in an own export, minor units.
type ExportSum struct {
	Currency   string
	GrossMinor int64 // of rows that claim money, + is money to us
	AsWritten  int64 // of all rows, in the file's own sign: what a control sums
}

// Plus adds another file of the same day.
func (f ExportFigures) Plus(o ExportFigures) ExportFigures {
	f.Files = slices.Concat(f.Files, o.Files)
	f.Rows += o.Rows
	f.Newest = max(f.Newest, o.Newest)
	f.LastHour = f.LastHour || o.LastHour
	f.Sums = slices.Clone(f.Sums)
	for _, s := range o.Sums {
		i := slices.IndexFunc(f.Sums, func(mine ExportSum) bool { return mine.Currency == s.Currency })
		if i < 0 {
			f.Sums = append(f.Sums, s)
			continue
		}
		f.Sums[i].GrossMinor += s.GrossMinor
		f.Sums[i].AsWritten += s.AsWritten
	}
	slices.SortFunc(f.Sums, func(a, b ExportSum) int { return strings.Compare(a.Currency, b.Currency) })
	return f
}

// gross is the claimed money of a currency, 0 when there is none.
func (f ExportFigures) gross(currency string) int64 {
	for _, s := range f.Sums {
		if s.Currency == currency {
			return s.GrossMinor
		}
	}
	return 0
}

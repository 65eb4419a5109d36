package ingest

import "recon/internal/calendar"

// ExportFigures are the figures of one own export as a whole, ignored rows and
// rows of other reconciliations included, by which its gate judges this file
// and those of later days.
type ExportFigures struct {
	Date   calendar.Date // the business day the file is for
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

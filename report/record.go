package report

import "recon/internal/calendar"

// Reasons is the closed list of why an entry is open.
var Reasons = []string{"duplicate", "ambiguous", "status", "currency", "amount", "fee", "pending", "missing", "extra"}

// BreakRecord is a break under the names of BreakColumns, as of date.
func BreakRecord(b Break, date calendar.Date, language string) map[string]string {
	b = maskBreak(b)
	cells := breakCells(nil, &Day{Date: date, Language: language}, &b)
	record := make(map[string]string, len(cells))
	for i, name := range BreakColumns {
		record[name] = cells[i]
	}
	return record
}

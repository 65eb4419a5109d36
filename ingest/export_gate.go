package ingest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"recon/internal/calendar"
	"recon/internal/money"
)

// The gate of own exports. A half export is the likeliest bad night, and it
// looks whole: only the days before tell. Its faults can be overruled by a
// person (--accept-unusual); those of a control cannot.

// The days the gate looks back on.
const (
	lastHourDays = 14 // for the last hour; the rule is off until so many exist
	weekdayLeast = 4  // same weekdays for count and sum; off until so many exist
	weekdayMost  = 8  // and no more than so many, so that growth is followed
)

// volumeRows is how many rows the days must have at the median before count
// and sum are compared: the refunds of a small shop double by chance.
const volumeRows = 100

// ExportGate is an own export of one day before its gate.
type ExportGate struct {
	Name    string // of the source, as --accept-unusual takes it
	Path    string // of the file as people know it, for the faults
	Cut     calendar.DayCut
	Today   ExportFigures
	Earlier []ExportFigures // other days of the same source, in any order
}

// Check compares an export with those of earlier days. A check that failed has
// faults.
func (g ExportGate) Check() ([]Check, []Fault) {
	checks := append([]Check{g.repeated(), g.cutOff()}, g.volume()...)
	var faults []Fault
	for _, c := range checks {
		faults = append(faults, c.Faults...)
	}
	return checks, faults
}

// before are the last n days before today for which use is true, newest first.
func (g ExportGate) before(n int, use func(ExportFigures) bool) []ExportFigures {
	var days []ExportFigures
	for _, f := range g.Earlier {
		if f.Date < g.Today.Date && use(f) {
			days = append(days, f)
		}
	}
	slices.SortFunc(days, func(a, b ExportFigures) int { return int(b.Date) - int(a.Date) })
	return days[:min(n, len(days))]
}

// fail makes c a check that failed.
func (g ExportGate) fail(c Check, found, cure string) Check {
	c.Outcome = CheckFailed
	c.Faults = []Fault{{Path: g.Path, Text: fmt.Sprintf("%s: %s; export again, or --accept-unusual %s --by WHO --why TEXT", found, cure, g.Name)}}
	return c
}

// repeated refuses the bytes of another day. An export without rows is the
// same every day.
func (g ExportGate) repeated() Check {
	c := Check{Name: "repeated_file", Found: "no other day's bytes", Wanted: "bytes of its own", Outcome: CheckPassed}
	if g.Today.Rows == 0 {
		c.Outcome, c.Found = CheckOff, "no rows"
		return c
	}
	for _, f := range g.Earlier {
		for _, sum := range f.Files {
			if f.Date != g.Today.Date && slices.Contains(g.Today.Files, sum) {
				c.Found = "the bytes of " + f.Date.String()
				return g.fail(c, fmt.Sprintf("the same bytes as the export of %s", f.Date), fmt.Sprintf("wanted the export of %s", g.Today.Date))
			}
		}
	}
	return c
}

// cutOff refuses an export whose newest row lies before the last hour of the
// day, unless that hour is usually empty.
func (g ExportGate) cutOff() Check {
	c := Check{Name: "last_hour", Found: "no row", Wanted: "a row in the day's last hour", Outcome: CheckPassed}
	if g.Today.Newest != 0 {
		c.Found = g.clock(g.Today.Newest)
	}
	days := g.before(lastHourDays, func(ExportFigures) bool { return true })
	if g.Today.LastHour {
		return c
	}
	c.Outcome = CheckOff
	if len(days) < lastHourDays {
		return c
	}
	reached := 0
	for _, f := range days {
		if f.LastHour {
			reached++
		}
	}
	if 2*reached <= len(days) {
		return c
	}
	newest := "no row lies in the day"
	if g.Today.Newest != 0 {
		newest = "newest row is " + g.clock(g.Today.Newest)
	}
	return g.fail(c, fmt.Sprintf("%s, on %d of %d days the last hour had rows", newest, reached, len(days)), "the export looks cut off")
}

// clock prints an instant as the clocks of the source show it, with the date
// when it is not the civil date of the business day.
func (g ExportGate) clock(micros int64) string {
	t := time.UnixMicro(micros).In(g.Cut.Zone)
	if calendar.Of(t.Date()) == g.Today.Date {
		return t.Format(time.TimeOnly)
	}
	return t.Format(time.DateTime)
}

// volume refuses a count or a sum far from the same weekday's median.
func (g ExportGate) volume() []Check {
	same := func(f ExportFigures) bool { return f.Date.Weekday() == g.Today.Date.Weekday() }
	days := g.before(weekdayMost, same)
	if len(days) < weekdayLeast || median(rowsOf(days)) < volumeRows {
		return []Check{{Name: "rows", Found: printCount(g.Today.Rows), Value: &g.Today.Rows, Outcome: CheckOff}}
	}
	out := []Check{g.compare("rows", "", days, func(f ExportFigures) int64 { return f.Rows }, printCount)}
	for _, code := range currencies(append(days, g.Today)) {
		known := g.before(weekdayMost, func(f ExportFigures) bool { return same(f) && f.gross(code) != 0 })
		if len(known) < weekdayLeast {
			continue
		}
		out = append(out, g.compare("sum", code, known, func(f ExportFigures) int64 { return magnitude(f.gross(code)) }, printMinor(money.Exponent(code))))
	}
	return out
}

func rowsOf(days []ExportFigures) []int64 {
	rows := make([]int64, len(days))
	for i, f := range days {
		rows[i] = f.Rows
	}
	return rows
}

// compare refuses a figure below half or above twice its median.
func (g ExportGate) compare(name, code string, days []ExportFigures, figure func(ExportFigures) int64, print func(int64) string) Check {
	var past []int64
	for _, f := range days {
		past = append(past, figure(f))
	}
	middle, now := median(past), figure(g.Today)
	low, high := bounds(middle)
	c := numberCheck(name, code, now, low, high, print)
	if middle == 0 {
		c.Outcome = CheckOff
	}
	if c.Outcome != CheckFailed {
		return c
	}
	what := name
	if code != "" {
		what = "a sum of " + code
	}
	weekday := g.Today.Date.Weekday()
	looks := "the export looks incomplete"
	if now > high {
		looks = "the export looks doubled or of several days"
	}
	return g.fail(c, fmt.Sprintf("%s %s, wanted between %s and %s, as the median of %d %ss is %s", what, print(now), print(low), print(high), len(days), weekday, print(middle)), looks)
}

// bounds are the smallest and largest figure that is usual for a median.
func bounds(median int64) (low, high int64) {
	low = median/2 + median%2
	if median > 1<<62-1 {
		return low, 1<<63 - 1
	}
	return low, 2 * median
}

// median of an even number of figures is the mean of the middle two, rounded down.
func median(list []int64) int64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	a, b := sorted[n/2-1], sorted[n/2]
	return a + (b-a)/2
}

// magnitude is n without its sign.
func magnitude(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// currencies are the codes of all days, sorted.
func currencies(days []ExportFigures) []string {
	var codes []string
	for _, f := range days {
		for _, s := range f.Sums {
			if !slices.Contains(codes, s.Currency) {
				codes = append(codes, s.Currency)
			}
		}
	}
	slices.SortFunc(codes, strings.Compare)
	return codes
}

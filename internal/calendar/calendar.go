// Package calendar holds civil dates and day cuts. Nothing in it reads a clock.
package calendar

import (
	"fmt"
	"time"
	_ "time/tzdata" // zones must be the same on a machine without zone files
)

// Date is a civil day as days since 1970-01-01, the form DuckDB's DATE has in memory.
type Date int32

// Of returns the date of a year, month and day.
func Of(year int, month time.Month, day int) Date {
	return Date(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// Parse reads yyyy-mm-dd and nothing else.
func Parse(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || len(s) != len(time.DateOnly) {
		return 0, fmt.Errorf("date %q: wanted yyyy-mm-dd", s)
	}
	return Date(t.Unix() / 86400), nil
}

// String prints yyyy-mm-dd.
func (d Date) String() string { return d.utc().Format(time.DateOnly) }

// Format prints the date with a layout of package time.
func (d Date) Format(layout string) string { return d.utc().Format(layout) }

// Weekday is the day of the week.
func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

// Start is the first instant of the date in zone; where midnight does not
// exist it is the first instant whose local date is d.
func (d Date) Start(zone *time.Location) time.Time {
	y, m, day := d.utc().Date()
	t := time.Date(y, m, day, 0, 0, 0, 0, zone)
	if t.Day() == day {
		return t
	}
	// time.Date moved a skipped midnight back across the gap; the gap's end
	// is the first instant of the day.
	_, end := t.ZoneBounds()
	return end
}

func (d Date) utc() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// DayCut ends a business day: At after midnight in Zone. An At of zero is
// midnight; a positive At lets the business day run on into the next civil day.
type DayCut struct {
	Zone *time.Location
	At   time.Duration
}

// BusinessDate is the business day an instant belongs to.
func (c DayCut) BusinessDate(t time.Time) Date {
	local := t.In(c.Zone)
	date := Of(local.Year(), local.Month(), local.Day())
	if t.Before(c.wallClock(date)) {
		return date - 1
	}
	return date
}

// End is the instant at which business day d ends (exclusive).
func (c DayCut) End(d Date) time.Time { return c.wallClock(d + 1) }

// wallClock is the instant on civil day d when clocks show At.
func (c DayCut) wallClock(d Date) time.Time {
	if c.At == 0 {
		return d.Start(c.Zone)
	}
	y, m, day := d.utc().Date()
	return time.Date(y, m, day, 0, 0, 0, int(c.At), c.Zone)
}

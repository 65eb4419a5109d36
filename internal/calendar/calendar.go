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

// MarshalText writes yyyy-mm-dd, in JSON and wherever else text is wanted.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (d *Date) UnmarshalText(text []byte) (err error) {
	*d, err = Parse(string(text))
	return err
}

// Format prints the date with a layout of package time.
func (d Date) Format(layout string) string { return d.utc().Format(layout) }

// Weekday is the day of the week.
func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

// Start is the first instant of the date in zone; where midnight does not
// exist it is the first instant whose local date is d or later, and where it
// comes twice it is the first of both.
func (d Date) Start(zone *time.Location) time.Time { return d.clock(0, zone) }

// clock is the first instant at which clocks in zone show the time at after
// midnight of d, or a later one when that time is skipped.
func (d Date) clock(at time.Duration, zone *time.Location) time.Time {
	y, m, day := d.utc().Date()
	wanted := time.Date(y, m, day, 0, 0, 0, int(at), time.UTC)
	got := time.Date(y, m, day, 0, 0, 0, int(at), zone)
	from, to := got.ZoneBounds()
	switch shown := civil(got); {
	case shown.Before(wanted):
		return to // moved back over the skipped hour, which ends the old offset
	case shown.After(wanted):
		return from
	}
	if from.IsZero() {
		return got
	}
	// Where clocks went back, the offset before may have shown it already.
	_, before := from.Add(-time.Nanosecond).Zone()
	if earlier := wanted.Add(-time.Duration(before) * time.Second); earlier.Before(from) {
		return earlier.In(zone)
	}
	return got
}

// civil is what clocks show at t, as a time in UTC.
func civil(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

func (d Date) utc() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// DayCut ends a business day: At after midnight in Zone. An At of zero is
// midnight; a positive At lets the business day run on into the next civil
// day, a negative one ends it that long before midnight.
type DayCut struct {
	Zone *time.Location
	At   time.Duration
}

// BusinessDate is the business day an instant belongs to: the day d with
// Begin(d) <= t < End(d).
func (c DayCut) BusinessDate(t time.Time) Date {
	local := t.In(c.Zone)
	date := Of(local.Date())
	// Clocks that go back at midnight can show the day before again, so the
	// date they show is only near the business day.
	for t.Before(c.Begin(date)) {
		date--
	}
	for !t.Before(c.End(date)) {
		date++
	}
	return date
}

// Begin is the instant at which business day d begins, the end of the day before.
func (c DayCut) Begin(d Date) time.Time { return d.clock(c.At, c.Zone) }

// End is the instant at which business day d ends (exclusive).
func (c DayCut) End(d Date) time.Time { return c.Begin(d + 1) }

package calendar

import (
	"fmt"
	"time"

	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/ecb"
)

// Calendars of days on which a bank pays.
const (
	Target   = "target"   // the days TARGET is open, on which euros move between banks
	Weekdays = "weekdays" // Monday to Friday
	Every    = "every"    // every day
)

// Years whose TARGET days are known: the closing days are the same since 2002,
// and a year far ahead may bring others.
const (
	firstTargetYear = 2002
	lastTargetYear  = 2040
)

// The holidays are midnights in a zone that the library takes from the
// machine, and some zones have a day without midnight.
func init() { cal.DefaultLoc = time.UTC }

// BusinessDay reports whether the calendar has d as a business day. A calendar
// of another name is an error, and so is a year whose days are not known.
func BusinessDay(calendar string, d Date) (bool, error) {
	weekend := d.Weekday() == time.Saturday || d.Weekday() == time.Sunday
	switch calendar {
	case Every:
		return true, nil
	case Weekdays:
		return !weekend, nil
	case Target:
		closed, err := targetHoliday(d)
		return !closed && !weekend, err
	}
	return false, fmt.Errorf("calendar %q: unknown, wanted %s, %s or %s", calendar, Target, Weekdays, Every)
}

func targetHoliday(d Date) (bool, error) {
	year, month, day := d.utc().Date()
	if year < firstTargetYear || year > lastTargetYear {
		return false, fmt.Errorf("calendar %s: the days of %d are not known, only those of %d to %d", Target, year, firstTargetYear, lastTargetYear)
	}
	for _, holiday := range ecb.Holidays {
		at, _ := holiday.Calc(year)
		if _, m, dd := at.Date(); m == month && dd == day {
			return true, nil
		}
	}
	return false, nil
}

// Following is d, or the first business day of the calendar after it. Errors
// are those of BusinessDay.
func Following(calendar string, d Date) (Date, error) {
	for {
		if open, err := BusinessDay(calendar, d); open || err != nil {
			return d, err
		}
		d++
	}
}

// AddDays is the business day of the calendar that lies n business days after
// d; a d that is none counts as the next that is one, as a bank takes in a
// file of a Saturday on Monday. n of 0 is Following. Errors are those of
// BusinessDay, and a negative n.
func AddDays(calendar string, d Date, n int) (Date, error) {
	if n < 0 {
		return 0, fmt.Errorf("%d business days: wanted 0 or more", n)
	}
	d, err := Following(calendar, d)
	for ; n > 0 && err == nil; n-- {
		d, err = Following(calendar, d+1)
	}
	return d, err
}

package calendar

import (
	"fmt"
	"time"
)

// Month is a civil month, the period of a settlement: months since January of
// the year 0, so that months are counted and compared as numbers.
type Month int32

// monthLayout is 2026-08.
const monthLayout = "2006-01"

// MonthOf is the month that a date lies in.
func MonthOf(d Date) Month {
	year, month, _ := d.utc().Date()
	return Month(year*12 + int(month) - 1)
}

// ParseMonth reads yyyy-mm and nothing else.
func ParseMonth(s string) (Month, error) {
	t, err := time.Parse(monthLayout, s)
	if err != nil {
		return 0, fmt.Errorf("month %q: wanted yyyy-mm", s)
	}
	return MonthOf(Of(t.Date())), nil
}

// String prints yyyy-mm.
func (m Month) String() string { return m.First().Format(monthLayout) }

// MarshalText writes yyyy-mm, in JSON and wherever else text is wanted.
func (m Month) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (m *Month) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMonth(string(text))
	return err
}

// Next is the month after m.
func (m Month) Next() Month { return m + 1 }

// Previous is the month before m.
func (m Month) Previous() Month { return m - 1 }

// First is the first day of the month.
func (m Month) First() Date { return Of(int(m)/12, time.Month(int(m)%12+1), 1) }

// Last is the last day of the month.
func (m Month) Last() Date { return m.Next().First() - 1 }

// Start is the first instant of the month in zone, the cutoff of the month
// before.
func (m Month) Start(zone *time.Location) time.Time { return m.First().Start(zone) }

// Cutoff is the first instant that no longer belongs to the month: the first
// whose date in zone is the 1st of the next month, also where that day has no
// midnight or has two.
func (m Month) Cutoff(zone *time.Location) time.Time { return m.Next().Start(zone) }

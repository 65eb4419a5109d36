package calendar

import (
	"strings"
	"testing"
	"time"

	"github.com/rickar/cal/v2"
	"pgregory.net/rapid"
)

// TestTarget holds the closing days of years that bank calendars were printed for.
func TestTarget(t *testing.T) {
	for year, want := range map[int]string{
		2018: "2018-01-01 2018-03-30 2018-04-02 2018-05-01 2018-12-25 2018-12-26", // clocks of Amman skip the midnight of Good Friday
		2026: "2026-01-01 2026-04-03 2026-04-06 2026-05-01 2026-12-25",            // the 26th is a Saturday
		2027: "2027-01-01 2027-03-26 2027-03-29",                                  // 1 May and 25 December are Saturdays, the 26th is a Sunday
		2040: "2040-03-30 2040-04-02 2040-05-01 2040-12-25 2040-12-26",
	} {
		var closed []string
		for d := Of(year, time.January, 1); d < Of(year+1, time.January, 1); d++ {
			target, err := BusinessDay(Target, d)
			weekday, err2 := BusinessDay(Weekdays, d)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			if target != weekday {
				closed = append(closed, d.String())
			}
		}
		if got := strings.Join(closed, " "); got != want {
			t.Errorf("%d: got %s, wanted %s", year, got, want)
		}
	}
}

// TestTargetOnAnyMachine: the library counts in a zone of its own choosing,
// which must not be the machine's.
func TestTargetOnAnyMachine(t *testing.T) {
	if cal.DefaultLoc != time.UTC {
		t.Errorf("holidays are midnights of %s", cal.DefaultLoc)
	}
}

// TestFirstDayAfterCutoff holds the first day on which money of a period can
// move, also where the 1st is a holiday before a weekend.
func TestFirstDayAfterCutoff(t *testing.T) {
	for period, want := range map[string]string{
		"2025-12": "2026-01-02", "2026-01": "2026-02-02", "2026-03": "2026-04-01", "2026-04": "2026-05-04", "2026-07": "2026-08-03",
		"2026-08": "2026-09-01", "2026-10": "2026-11-02", "2026-12": "2027-01-04", "2027-04": "2027-05-03",
	} {
		m, err := ParseMonth(period)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Following(Target, m.Next().First()); err != nil || got.String() != want {
			t.Errorf("%s: got %s, %v, wanted %s", period, got, err, want)
		}
	}
}

func TestAddDays(t *testing.T) {
	for _, c := range []struct {
		calendar, from string
		n              int
		want           string
	}{
		{Target, "2026-04-01", 0, "2026-04-01"},
		{Target, "2026-04-01", 1, "2026-04-02"},
		{Target, "2026-04-02", 1, "2026-04-07"}, // over Easter
		{Target, "2026-04-03", 0, "2026-04-07"},
		{Target, "2026-04-03", 1, "2026-04-08"}, // Good Friday counts as Tuesday
		{Target, "2026-12-24", 1, "2026-12-28"},
		{Target, "2026-12-31", 1, "2027-01-04"},
		{Weekdays, "2026-08-01", 1, "2026-08-04"}, // a Saturday counts as Monday
		{Weekdays, "2026-04-02", 1, "2026-04-03"},
		{Every, "2026-08-01", 0, "2026-08-01"},
		{Every, "2026-08-31", 30, "2026-09-30"},
	} {
		d, err := Parse(c.from)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := AddDays(c.calendar, d, c.n); err != nil || got.String() != c.want {
			t.Errorf("%+v: got %s, %v", c, got, err)
		}
	}
}

// TestHorizon: a year whose days are not known is an error that names it, also
// when only the way leads into it.
func TestHorizon(t *testing.T) {
	last := Of(2040, time.December, 31) // a Monday
	for name, c := range map[string]struct {
		calendar string
		from     Date
		n        int
		want     string
	}{
		"before":   {Target, Of(2001, time.December, 31), 0, "2001"},
		"after":    {Target, last + 1, 0, "2041"},
		"way":      {Target, last, 1, "2041"},
		"weekend":  {Target, Of(2041, time.January, 5), 0, "2041"},
		"calendar": {"fed", last, 0, `"fed"`},
		"back":     {Every, last, -1, "-1"},
	} {
		if got, err := AddDays(c.calendar, c.from, c.n); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %s, %v, wanted an error with %s", name, got, err, c.want)
		}
	}
	if got, err := AddDays(Target, last, 0); err != nil || got != last {
		t.Errorf("last day: %s, %v", got, err)
	}
	if got, err := AddDays(Weekdays, last, 1); err != nil || got != last+1 {
		t.Errorf("weekdays have no horizon: %s, %v", got, err)
	}
}

// TestAddDaysCounts: from a business day the days in between are n.
func TestAddDaysCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		calendar := rapid.SampledFrom([]string{Target, Weekdays, Every}).Draw(t, "calendar")
		from := Of(2002, time.January, 1) + Date(rapid.IntRange(0, 13000).Draw(t, "from"))
		n := rapid.IntRange(0, 30).Draw(t, "n")
		start, err := Following(calendar, from)
		end, err2 := AddDays(calendar, from, n)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		days := 0
		for d := start + 1; d <= end; d++ {
			if open, _ := BusinessDay(calendar, d); open {
				days++
			}
		}
		if open, _ := BusinessDay(calendar, end); days != n || !open || start < from || start-from > 5 {
			t.Fatalf("%s: %d days from %s to %s", calendar, days, start, end)
		}
	})
}

package calendar

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestParse(t *testing.T) {
	for text, want := range map[string]Date{"1970-01-01": 0, "1969-12-31": -1, "2026-08-15": 20680, "2024-02-29": 19782, "0001-01-01": -719162} {
		got, err := Parse(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%s: got %d %s, %v", text, got, got, err)
		}
	}
	for _, text := range []string{"", "2026-8-15", "2026-02-29", "20260815", "2026-08-15 ", "2026-08-15T00:00:00Z", "2026/08/15", "12026-08-15"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q: got %s", text, got)
		}
	}
}

func TestOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Date(rapid.Int32Range(-719162, 2932896).Draw(t, "date")) // years 1 to 9999
		back, err := Parse(d.String())
		if err != nil || back != d || (d+1).Weekday() != (d.Weekday()+1)%7 {
			t.Fatalf("%d: %s, %s, %v", d, d, back, err)
		}
	})
}

// TestStart holds the days on which midnight is skipped or comes twice.
func TestStart(t *testing.T) {
	for _, c := range []struct{ zone, date, want string }{
		{"Asia/Shanghai", "2026-08-15", "2026-08-15T00:00:00+08:00"},
		{"America/Havana", "2026-11-01", "2026-11-01T00:00:00-04:00"},   // 00:00 comes twice, the first counts
		{"America/Havana", "2026-11-02", "2026-11-02T00:00:00-05:00"},   // 25 hours later
		{"America/Havana", "2026-03-08", "2026-03-08T01:00:00-04:00"},   // 00:00 to 01:00 is skipped
		{"America/Asuncion", "2023-10-01", "2023-10-01T01:00:00-03:00"}, // 00:00 to 01:00 is skipped
		{"America/Asuncion", "2023-03-26", "2023-03-26T00:00:00-04:00"}, // 23:00 to 24:00 came twice before
		{"America/Toronto", "1919-03-31", "1919-03-31T00:30:00-04:00"},  // 23:30 to 00:30 is skipped
		{"America/St_Johns", "2011-11-06", "2011-11-06T00:00:00-02:30"}, // one minute later it is 23:01 again
		{"Asia/Kolkata", "2026-08-15", "2026-08-15T00:00:00+05:30"},
		{"UTC", "2026-08-15", "2026-08-15T00:00:00Z"},
	} {
		d, err := Parse(c.date)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Start(zone(t, c.zone)).Format(time.RFC3339); got != c.want {
			t.Errorf("%s in %s: got %s, wanted %s", c.date, c.zone, got, c.want)
		}
	}
}

// TestDayThatNeverWas: Samoa had no 30 December 2011; its day is empty.
func TestDayThatNeverWas(t *testing.T) {
	cut := DayCut{Zone: zone(t, "Pacific/Apia")}
	never := Of(2011, time.December, 30)
	if !cut.Begin(never).Equal(cut.End(never)) {
		t.Errorf("runs from %s to %s", cut.Begin(never), cut.End(never))
	}
	if got := cut.BusinessDate(cut.Begin(never)); got != never+1 {
		t.Errorf("got %s", got)
	}
}

func TestBusinessDate(t *testing.T) {
	for _, c := range []struct {
		zone string
		at   time.Duration
		time string
		want string
	}{
		{"Asia/Shanghai", 0, "2026-08-15T23:59:59+08:00", "2026-08-15"},
		{"Asia/Shanghai", 0, "2026-08-15T16:00:00Z", "2026-08-16"},
		{"Asia/Shanghai", 3 * time.Hour, "2026-08-16T02:59:59+08:00", "2026-08-15"},
		{"Asia/Shanghai", 3 * time.Hour, "2026-08-16T03:00:00+08:00", "2026-08-16"},
		{"Asia/Shanghai", -time.Hour, "2026-08-15T22:59:59+08:00", "2026-08-15"},
		{"Asia/Shanghai", -time.Hour, "2026-08-15T23:00:00+08:00", "2026-08-16"},
		{"America/Havana", 0, "2026-11-01T00:30:00-04:00", "2026-11-01"},
		{"America/Havana", 0, "2026-11-01T00:30:00-05:00", "2026-11-01"},
		{"America/Asuncion", 0, "2023-09-30T23:59:59-04:00", "2023-09-30"},
		{"America/Asuncion", 0, "2023-10-01T01:00:00-03:00", "2023-10-01"},
		{"America/St_Johns", 0, "2011-11-06T00:00:30-02:30", "2011-11-06"},
		{"America/St_Johns", 0, "2011-11-05T23:30:00-03:30", "2011-11-06"}, // clocks show the 5th again
		{"Europe/Berlin", 150 * time.Minute, "2026-03-29T01:59:59+01:00", "2026-03-28"},
		{"Europe/Berlin", 150 * time.Minute, "2026-03-29T03:00:00+02:00", "2026-03-29"}, // 02:30 is skipped
		{"Europe/Berlin", 150 * time.Minute, "2026-10-25T02:29:59+02:00", "2026-10-24"},
		{"Europe/Berlin", 150 * time.Minute, "2026-10-25T02:30:00+02:00", "2026-10-25"}, // the first of two
		{"Europe/Berlin", 150 * time.Minute, "2026-10-25T02:00:00+01:00", "2026-10-25"},
	} {
		instant, err := time.Parse(time.RFC3339, c.time)
		if err != nil {
			t.Fatal(err)
		}
		if got := (DayCut{zone(t, c.zone), c.at}).BusinessDate(instant); got.String() != c.want {
			t.Errorf("%s in %s, cut %s: got %s, wanted %s", c.time, c.zone, c.at, got, c.want)
		}
	}
}

// TestDaysMeet: business days follow one another without gap or overlap, in
// zones with every kind of change.
func TestDaysMeet(t *testing.T) {
	zones := []*time.Location{time.UTC}
	for _, name := range []string{"Asia/Shanghai", "America/Havana", "America/Asuncion", "America/St_Johns", "Pacific/Apia", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Gaza", "America/Toronto"} {
		zones = append(zones, zone(t, name))
	}
	rapid.Check(t, func(t *rapid.T) {
		cut := DayCut{rapid.SampledFrom(zones).Draw(t, "zone"), time.Duration(rapid.IntRange(-720, 719).Draw(t, "at")) * time.Minute}
		instant := time.Unix(rapid.Int64Range(-2e9, 2e9).Draw(t, "time"), 0)
		d := cut.BusinessDate(instant)
		if instant.Before(cut.Begin(d)) || !instant.Before(cut.End(d)) {
			t.Fatalf("%s is not in %s, %s to %s", instant.In(cut.Zone), d, cut.Begin(d), cut.End(d))
		}
	})
}

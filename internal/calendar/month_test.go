package calendar

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func month(t testing.TB, text string) Month {
	t.Helper()
	m, err := ParseMonth(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestParseMonth(t *testing.T) {
	for text, want := range map[string]Month{"2026-08": 24319, "2026-12": 24323, "2027-01": 24324, "0001-01": 12, "9999-12": 119999} {
		if got := month(t, text); got != want || got.String() != text {
			t.Errorf("%s: got %d %s", text, got, got)
		}
	}
	for _, text := range []string{"", "2026-8", "2026-00", "2026-13", "202608", "2026-08-01", "2026/08", " 2026-08", "2026-08 ", "12026-08"} {
		if got, err := ParseMonth(text); err == nil {
			t.Errorf("%q: got %s", text, got)
		}
	}
}

func TestMonthDays(t *testing.T) {
	for text, want := range map[string][2]string{
		"2026-08": {"2026-08-01", "2026-08-31"},
		"2026-02": {"2026-02-01", "2026-02-28"},
		"2024-02": {"2024-02-01", "2024-02-29"},
		"2100-02": {"2100-02-01", "2100-02-28"},
		"2026-12": {"2026-12-01", "2026-12-31"},
	} {
		m := month(t, text)
		if m.First().String() != want[0] || m.Last().String() != want[1] {
			t.Errorf("%s: got %s to %s", text, m.First(), m.Last())
		}
		if MonthOf(m.First()) != m || MonthOf(m.Last()) != m || MonthOf(m.Last()+1) != m.Next() || MonthOf(m.First()-1) != m.Previous() {
			t.Errorf("%s: its days lie elsewhere", text)
		}
	}
}

func TestMonthAsText(t *testing.T) {
	text, err := json.Marshal(map[string]Month{"period": month(t, "2026-08")})
	if err != nil || string(text) != `{"period":"2026-08"}` {
		t.Errorf("%s, %v", text, err)
	}
	var back map[string]Month
	if err := json.Unmarshal(text, &back); err != nil || back["period"] != month(t, "2026-08") {
		t.Errorf("%v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"period":"August"}`), &back); err == nil {
		t.Error("August is read")
	}
}

// TestCutoff holds the months that end where midnight is skipped or comes
// twice: a period ends with the first instant that is dated the 1st.
func TestCutoff(t *testing.T) {
	for _, c := range []struct{ zone, period, want string }{
		{"Europe/Berlin", "2026-08", "2026-09-01T00:00:00+02:00"},
		{"Europe/Berlin", "2026-10", "2026-11-01T00:00:00+01:00"},
		{"Europe/Berlin", "2026-12", "2027-01-01T00:00:00+01:00"},
		{"Asia/Shanghai", "2026-02", "2026-03-01T00:00:00+08:00"},
		{"UTC", "2024-02", "2024-03-01T00:00:00Z"},
		{"America/Havana", "2026-10", "2026-11-01T00:00:00-04:00"},   // 00:00 comes twice, the first counts
		{"America/Asuncion", "2023-09", "2023-10-01T01:00:00-03:00"}, // 00:00 to 01:00 is skipped
		{"Africa/Cairo", "2014-07", "2014-08-01T01:00:00+03:00"},     // the same, after Ramadan
		{"Asia/Amman", "2016-03", "2016-04-01T01:00:00+03:00"},       // the same
	} {
		m, z := month(t, c.period), zone(t, c.zone)
		if got := m.Cutoff(z).Format(time.RFC3339); got != c.want {
			t.Errorf("%s in %s: got %s, wanted %s", c.period, c.zone, got, c.want)
		}
	}
}

// TestMonthsMeet: the months of a zone follow one another without gap or
// overlap, whatever its clocks do.
func TestMonthsMeet(t *testing.T) {
	names := []string{"UTC", "Asia/Shanghai", "America/Havana", "America/Asuncion", "America/St_Johns", "Pacific/Apia", "Australia/Lord_Howe",
		"Africa/Casablanca", "Asia/Gaza", "America/Toronto", "Africa/Cairo", "Asia/Amman", "Europe/Berlin"}
	for _, name := range names {
		z := zone(t, name)
		for m := month(t, "1900-01"); m < month(t, "2100-01"); m++ {
			start, end := m.Start(z), m.Cutoff(z)
			if !end.Equal(m.Next().Start(z)) || end.Sub(start) < 27*24*time.Hour || end.Sub(start) > 32*24*time.Hour {
				t.Errorf("%s %s: %s to %s, the next from %s", name, m, start, end, m.Next().Start(z))
			}
			if MonthOf(Of(start.Date())) != m || Of(start.Date()) != m.First() {
				t.Errorf("%s %s: begins at %s", name, m, start)
			}
			if before := end.Add(-time.Nanosecond).In(z); MonthOf(Of(before.Date())) != m {
				t.Errorf("%s %s: ends after %s", name, m, before)
			}
		}
	}
}

// TestOneMonthEach: every instant lies in exactly one month, the one its date
// says except for the hour that is shown twice.
func TestOneMonthEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"America/Havana", "America/Asuncion", "America/St_Johns", "Asia/Amman", "Africa/Cairo", "Europe/Berlin"}).Draw(t, "zone")
		z, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		instant := time.Unix(rapid.Int64Range(-2e9, 4e9).Draw(t, "time"), 0).In(z)
		shown, in := MonthOf(Of(instant.Date())), 0
		for m := shown - 2; m <= shown+2; m++ {
			if !instant.Before(m.Start(z)) && instant.Before(m.Cutoff(z)) {
				in++
			}
		}
		if in != 1 {
			t.Fatalf("%s lies in %d months", instant, in)
		}
	})
}

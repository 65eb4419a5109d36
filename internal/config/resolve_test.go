package config

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"recon/internal/calendar"
)

func day(t testing.TB, text string) calendar.Date {
	t.Helper()
	d, err := calendar.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestReadyAt(t *testing.T) {
	for _, c := range []struct{ zone, ready, days, date, want string }{
		{"Asia/Shanghai", "10:00", "every", "2026-08-14", "2026-08-15T10:00:00+08:00"},
		{"Asia/Shanghai", "", "", "2026-12-31", "2027-01-01T10:00:00+08:00"},
		{"Asia/Shanghai", "09:30", "weekdays", "2026-08-13", "2026-08-14T09:30:00+08:00"},
		{"Asia/Shanghai", "09:30", "weekdays", "2026-08-14", "2026-08-17T09:30:00+08:00"},
		{"America/New_York", "02:30", "every", "2026-03-07", "2026-03-08T03:00:00-04:00"}, // 02:30 is skipped
		{"America/New_York", "01:30", "every", "2026-10-31", "2026-11-01T01:30:00-04:00"}, // 01:30 comes twice
	} {
		s := &Source{Zone: c.zone, Ready: c.ready, Days: c.days}
		if got := s.ReadyAt(day(t, c.date)).Format(time.RFC3339); got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

func TestExpectedOn(t *testing.T) {
	week := map[string]string{"every": "ttttttt", "": "ttttttt", "weekdays": "tttttff"}
	for days, want := range week {
		got := ""
		for date := day(t, "2026-08-10"); date <= day(t, "2026-08-16"); date++ { // Monday to Sunday
			got += map[bool]string{true: "t", false: "f"}[(&Source{Days: days}).ExpectedOn(date)]
		}
		if got != want {
			t.Errorf("days %q: got %s, wanted %s", days, got, want)
		}
	}
}

func TestDayCut(t *testing.T) {
	for cut, want := range map[string]string{
		"":      "2026-08-15T00:00:00+08:00",
		"00:00": "2026-08-15T00:00:00+08:00",
		"03:30": "2026-08-15T03:30:00+08:00",
		"11:59": "2026-08-15T11:59:00+08:00",
		"12:00": "2026-08-14T12:00:00+08:00",
		"23:00": "2026-08-14T23:00:00+08:00",
	} {
		s := &Source{Zone: "Asia/Shanghai", Cut: cut}
		if got := s.DayCut().End(day(t, "2026-08-14")).Format(time.RFC3339); got != want {
			t.Errorf("cut %q: got %s, wanted %s", cut, got, want)
		}
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{
		"": 2 << 30, "2GiB": 2 << 30, "1B": 1, "10 MB": 10_000_000, "3TiB": 3 << 40, "7KiB": 7168, "8191TiB": 8191 << 40,
	} {
		if got := (Limits{Memory: text}).MemoryBytes(); got != want {
			t.Errorf("%q: got %d, wanted %d", text, got, want)
		}
	}
	for _, text := range []string{"0B", "2G", "2gib", "-1B", "1.5GiB", "2", "9007199254740992KiB", "99999999999999999999B", "8388608TiB", "16777216TiB"} {
		if n, ok := size(text); ok {
			t.Errorf("%q is read as %d", text, n)
		}
	}
	if got := (Limits{}).MaxUnzipped(); got != 16<<30 {
		t.Errorf("unzipped %d", got)
	}
}

func TestCutWindow(t *testing.T) {
	for text, want := range map[string]time.Duration{"": 0, "10m": 10 * time.Minute} {
		if got := (&Reconciliation{Due: Due{CutWindow: text}}).CutWindow(); got != want {
			t.Errorf("%q: got %s", text, got)
		}
	}
}

func TestDateOf(t *testing.T) {
	for _, c := range []struct{ pattern, offset, name, want string }{
		{"*{yyyymmdd}.csv.zip", "0d", "20889999888877770156_20260815.csv.zip", "2026-08-15"},
		{"*{yyyymmdd}.csv.zip", "0d", "2088999988887777015620260815.csv.zip", "2026-08-15"},
		{"*{yyyymmdd}*.csv", "", "20240101_20260815_1.csv", "2026-08-15"},
		{"*{yyyymmdd}*.csv", "", "20260815_20269999.csv", "2026-08-15"},
		{"orders_{yyyy-mm-dd}.csv", "1d", "orders_2026-03-01.csv", "2026-02-28"},
		{"credits_{yyyymm}.csv", "", "credits_202608.csv", "2026-08-01"},
		{"*{yyyymmdd}.csv.zip", "", "20260815.csv", ""},
		{"*{yyyymmdd}.csv", "", "20260230.csv", ""},
		{"{yyyymmdd}.csv", "", "", ""},
		{"{yyyymmdd}.csv", "", "x20260815.csv", ""},
	} {
		date, ok := Fetch{Pattern: c.pattern, DateOffset: c.offset}.DateOf(c.name)
		got := ""
		if ok {
			got = date.String()
		}
		if got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

// TestMatchAndDateOf: the name made from a glob by putting text for its stars
// gives back the date the glob was made for.
func TestMatchAndDateOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Fetch{
			Pattern:    rapid.SampledFrom([]string{"*{yyyymmdd}.csv.zip", "a_{yyyy-mm-dd}.csv", "*_{yyyymmdd}_*.txt", "{yyyymmdd}?.x"}).Draw(t, "pattern"),
			DateOffset: rapid.SampledFrom([]string{"", "0d", "1d", "31d"}).Draw(t, "offset"),
		}
		date := calendar.Date(rapid.IntRange(0, 40000).Draw(t, "date"))
		text := rapid.StringMatching(`[a-z_]{1,8}`).Draw(t, "text")
		name := strings.NewReplacer("*", text, "?", text[:1]).Replace(f.Match(date))
		if got, ok := f.DateOf(name); !ok || got != date {
			t.Fatalf("%s: got %s %v, wanted %s", name, got, ok, date)
		}
	})
}

func TestControlAndGlob(t *testing.T) {
	f := Fetch{Pattern: "orders_{yyyymmdd}.csv", DateOffset: "1d"}
	if got := (Control{Pattern: "orders_{yyyymmdd}.json"}).Match(f, day(t, "2026-08-31")); got != "orders_20260901.json" {
		t.Error(got)
	}
	if got := f.Glob(); got != "orders_*.csv" {
		t.Error(got)
	}
}

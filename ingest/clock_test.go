package ingest

import (
	"regexp"
	"testing"
	"time"

	"pgregory.net/rapid"

	"recon/internal/calendar"
	"recon/internal/money"
)

func TestTimesAreThoseOfPackageTime(t *testing.T) {
	for _, name := range []string{"Asia/Shanghai", "Europe/Berlin", "America/Havana", "Asia/Kathmandu"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		c := dayClock{zone: zone, cut: time.Hour}
		rapid.Check(t, func(t *rapid.T) {
			at := time.Unix(rapid.Int64Range(1700000000, 1800000000).Draw(t, "seconds"), 0).In(zone)
			text := at.Format(timeLayout)
			want, err := time.ParseInLocation(timeLayout, text, zone)
			if err != nil {
				t.Fatal(err)
			}
			micros, ok := c.parse([]byte(text))
			if !ok || micros != want.UnixMicro() {
				t.Fatalf("%s in %s: %d, wanted %d", text, name, micros, want.UnixMicro())
			}
			cut := calendar.DayCut{Zone: zone, At: time.Hour}
			if got := c.businessDate(micros); got != cut.BusinessDate(want) {
				t.Fatalf("%s in %s: day %s, wanted %s", text, name, got, cut.BusinessDate(want))
			}
		})
	}
}

func TestBadTimes(t *testing.T) {
	c := dayClock{zone: time.UTC}
	for _, bad := range []string{"", "2026-08-15", "2026-08-15 24:00:00", "2026-08-15 23:60:00", "2026-08-15 23:59:60", "2026-13-01 00:00:00", "2026-02-29 00:00:00",
		"2026-08-15T10:00:00", "2026/08/15 10:00:00", "2026-08-15 1a:00:00", "2026-08-15 10:00:00 ", "0000-00-00 00:00:00", "2026-08-1５ 10:00"} {
		if micros, ok := c.parse([]byte(bad)); ok {
			t.Errorf("%q was read as %d", bad, micros)
		}
	}
}

// Whatever stands behind an amount in memory, and however much.
func TestHundredthsAreThoseOfPackageMoney(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[-+]?[0-9,x]{0,14}(\.[0-9x]{0,3})?`).Draw(t, "text")
		if usual := rapid.Bool().Draw(t, "usual"); usual {
			text = rapid.StringMatching(`-?[0-9]{1,12}\.[0-9]{2}`).Draw(t, "usual text")
		}
		behind := rapid.StringMatching(`[0-9.,x]{0,9}`).Draw(t, "behind")
		n, ok := hundredths([]byte(text + behind)[:len(text)])
		want, err := money.Parse(text, 2)
		if ok && (err != nil || n != want) {
			t.Fatalf("%q: %d, wanted %d, %v", text, n, want, err)
		}
		if usual := usualAmount.MatchString(text); ok != usual {
			t.Fatalf("%q: read %v, wanted %v", text, ok, usual)
		}
	})
}

var usualAmount = regexp.MustCompile(`^-?[0-9]{1,12}\.[0-9]{2}$`)

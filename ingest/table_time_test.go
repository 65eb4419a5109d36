package ingest

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"recon/internal/calendar"
)

var someZones = []string{"UTC", "Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kathmandu"}

func load(t interface{ Fatal(...any) }, name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// anyInstant is any time that can be read, half of them within two days of a
// change of the zone.
func anyInstant(t *rapid.T, zone *time.Location) int64 {
	micros := rapid.Int64Range(firstInstant*1e6, lastInstant*1e6-1).Draw(t, "micros")
	_, end := time.UnixMicro(micros).In(zone).ZoneBounds()
	if near := rapid.Int64Range(-change, change).Draw(t, "near"); !end.IsZero() && rapid.Bool().Draw(t, "at a change") {
		micros = end.UnixMicro() + near*1e6
	}
	return min(micros, lastInstant*1e6-1)
}

// The fast paths must read what package time reads, in any zone, and a
// tableClock must not remember anything wrong from row to row.
func TestInstantsAreThoseOfPackageTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := load(t, rapid.SampledFrom(someZones).Draw(t, "zone"))
		layout := rapid.SampledFrom([]string{time.DateTime, "rfc3339", "2006/1/2 15:04", "02.01.2006 15:04:05.000"}).Draw(t, "layout")
		form := newInstantForm(layout, zone)
		c := newTableClock(form)
		for range 20 {
			at := time.UnixMicro(anyInstant(t, zone)).In(zone)
			text := at.Format(form.layout)
			want, err := time.ParseInLocation(form.layout, text, zone)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.read([]byte(text))
			if err != nil || got != want.UnixMicro() {
				t.Fatalf("%q in %s: got %d, %v, want %d", text, zone, got, err, want.UnixMicro())
			}
		}
	})
}

func TestBusinessDateIsThatOfTheDayCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cut := calendar.DayCut{
			Zone: load(t, rapid.SampledFrom(someZones).Draw(t, "zone")),
			At:   time.Duration(rapid.IntRange(-12*60, 12*60).Draw(t, "minutes")) * time.Minute,
		}
		o := offsets{zone: cut.Zone}
		for range 20 {
			micros := anyInstant(t, cut.Zone)
			if got, want := o.date(cut, micros), cut.BusinessDate(time.UnixMicro(micros)); got != want {
				t.Fatalf("%s: got %s, want %s", time.UnixMicro(micros).In(cut.Zone), got, want)
			}
		}
	})
}

func TestInstantTexts(t *testing.T) {
	shanghai := load(t, "Asia/Shanghai")
	for _, c := range []struct{ layout, text, want string }{
		{"", "2026-08-15 00:00:00", "2026-08-14T16:00:00Z"},
		{"", "2026-08-15 00:00:00.5", "2026-08-14T16:00:00.5Z"},
		{"", "2026-08-15 00:00:00.123456789", "2026-08-14T16:00:00.123456Z"},
		{"", "2024-02-29 12:00:00", "2024-02-29T04:00:00Z"},
		{"", "2026-02-29 12:00:00", "is no time like 2006-01-02 15:04:05"},
		{"", "2026-08-15 24:00:00", "is no time like"},
		{"", "2026-08-15T00:00:00", "is no time like"},
		{"", "2026-08-15 00:00", "is no time like"},
		{"", "0000-00-00 00:00:00", "is no time like"},
		{"", "1970-01-01 08:00:00", "is not between 2000 and 2199"},
		{"", "NULL", "is no time like"},
		{"rfc3339", "2026-08-15T00:00:00Z", "2026-08-15T00:00:00Z"},
		{"rfc3339", "2026-08-15T00:00:00.25+08:00", "2026-08-14T16:00:00.25Z"},
		{"rfc3339", "2026-08-15T00:00:00-03:30", "2026-08-15T03:30:00Z"},
		{"rfc3339", "2026-08-15T00:00:00", "has no zone, wanted a time like 2026-08-15T00:00:00Z or 2026-08-15T00:00:00+08:00"},
		{"rfc3339", "2026-08-15 00:00:00Z", "is no time like rfc3339"},
		{"unix", "1786752000", "2026-08-15T00:00:00Z"},
		{"unix", "1786752000000", "is not between 2000 and 2199"},
		{"unix", "-1", "is not between 2000 and 2199"},
		{"unix", "12.5", "is no time like unix"},
		{"unix", "", "is no time like unix"},
		{"unix_milli", "1786752000001", "2026-08-15T00:00:00.001Z"},
		{"unix_milli", "1786752000", "is not between 2000 and 2199"},
		{"unix_micro", "1786752000000001", "2026-08-15T00:00:00.000001Z"},
		{"unix_micro", "99999999999999999999", "is no time like unix_micro"},
		{"2006/01/02 15:04:05 -0700", "2026/08/15 08:00:00 +0800", "2026-08-15T00:00:00Z"},
	} {
		c2 := newTableClock(newInstantForm(c.layout, shanghai))
		micros, err := c2.read([]byte(c.text))
		got := time.UnixMicro(micros).UTC().Format(time.RFC3339Nano)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%q as %s: got %s, want %s", c.text, c.layout, got, c.want)
		}
	}
}

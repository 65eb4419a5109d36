package config

import (
	"time"

	"recon/internal/calendar"
)

// Source is the source of a name, nil when there is none.
func (c *Config) Source(name string) *Source {
	for i := range c.Sources {
		if c.Sources[i].Name == name {
			return &c.Sources[i]
		}
	}
	return nil
}

// Reconciliation is the reconciliation of a name, nil when there is none.
func (c *Config) Reconciliation(name string) *Reconciliation {
	for i := range c.Reconciliations {
		if c.Reconciliations[i].Name == name {
			return &c.Reconciliations[i]
		}
	}
	return nil
}

// Location is the zone of the source, UTC when it has none. It panics on a
// zone that Load would have refused.
func (s *Source) Location() *time.Location { return location(s.Zone) }

// Location is the zone of times without an offset; source is the zone that
// holds when the column has none of its own.
func (i Instant) Location(source *time.Location) *time.Location {
	if i.Zone == "" {
		return source
	}
	return location(i.Zone)
}

func location(zone string) *time.Location {
	l, err := time.LoadLocation(zone)
	if err != nil {
		panic(err)
	}
	return l
}

// CutTime is the end of the source's business days as the time after the
// midnight that ends the civil day: a cut from 12:00 on is before that
// midnight and negative, so that 23:00 is minus one hour.
func (s *Source) CutTime() (time.Duration, error) {
	at, err := clock(first(s.Cut, "00:00"))
	if at >= 12*time.Hour {
		at -= 24 * time.Hour
	}
	return at, err
}

// DayCut says when the source's business days end. It panics on a zone or cut
// that Load would have refused.
func (s *Source) DayCut() calendar.DayCut {
	at, err := s.CutTime()
	if err != nil {
		panic(err)
	}
	return calendar.DayCut{Zone: s.Location(), At: at}
}

// ExpectedOn reports whether a file exists for a business date.
func (s *Source) ExpectedOn(date calendar.Date) bool {
	if s.Days != "weekdays" {
		return true
	}
	day := date.Weekday()
	return day != time.Saturday && day != time.Sunday
}

// ReadyAt is the instant from which the file of a business date can be
// expected: the hour of Ready on the next day a file exists for.
func (s *Source) ReadyAt(date calendar.Date) time.Time {
	day := date + 1
	for !s.ExpectedOn(day) {
		day++
	}
	at, _ := clock(first(s.Ready, "10:00"))
	return calendar.DayCut{Zone: s.Location(), At: at}.Begin(day)
}

// CutWindow is the length of the time before the end of a business day in
// which a row may appear in the next day's file.
func (r *Reconciliation) CutWindow() time.Duration {
	d, _ := time.ParseDuration(first(r.Due.CutWindow, "0s"))
	return d
}

// MemoryBytes is the memory the tables of a run may use, in bytes.
func (l Limits) MemoryBytes() int64 {
	n, _ := size(first(l.Memory, "2GiB"))
	return n
}

// MaxUnzipped is the largest size of one file once unpacked, in bytes.
func (l Limits) MaxUnzipped() int64 {
	n, _ := size(first(l.UnzippedBytes, "16GiB"))
	return n
}

// Words are the values that the filter picks.
func (f *Filter) Words() []string {
	if len(f.In) > 0 {
		return f.In
	}
	return f.Values
}

package config

import (
	"path"
	"strings"
	"time"

	"recon/internal/calendar"
)

// placeholders stand in patterns for the date in a file's name, each with its
// layout.
var placeholders = []struct{ name, layout string }{
	{"{yyyymmdd}", "20060102"},
	{"{yyyy-mm-dd}", "2006-01-02"},
	{"{yyyymm}", "200601"},
	{"{yyyy-mm}", "2006-01"},
}

// isMonthly reports whether a pattern names the files of months, not of days.
func isMonthly(pattern string) bool {
	return strings.Contains(pattern, "{yyyymm}") || strings.Contains(pattern, "{yyyy-mm}")
}

func placeholderNames() (names []string) {
	for _, p := range placeholders {
		names = append(names, p.name)
	}
	return names
}

// Match is the glob that the names of the files of a business date match. It
// has the syntax of path.Match.
func (f Fetch) Match(date calendar.Date) string {
	return fill(f.Pattern, date+f.offset())
}

// DateOf is the business date in a file's name, false when the pattern does
// not match it. Of several dates that fit it is the last in the name, as
// account numbers stand before dates. A month is its first day.
func (f Fetch) DateOf(name string) (calendar.Date, bool) {
	for _, p := range placeholders {
		if !strings.Contains(f.Pattern, p.name) {
			continue
		}
		for i := len(name) - len(p.layout); i >= 0; i-- {
			t, err := time.Parse(p.layout, name[i:i+len(p.layout)])
			if err != nil {
				continue
			}
			date := calendar.Of(t.Date())
			if ok, err := path.Match(fill(f.Pattern, date), name); ok && err == nil {
				return date - f.offset(), true
			}
		}
	}
	return 0, false
}

// Glob is the pattern with any text in the place of the date: it matches the
// files of all days.
func (f Fetch) Glob() string {
	glob := f.Pattern
	for _, p := range placeholders {
		glob = strings.ReplaceAll(glob, p.name, "*")
	}
	return glob
}

func (f Fetch) offset() calendar.Date {
	days, _ := offset(f.DateOffset)
	return calendar.Date(days)
}

// Match is the name of the control file of a business date, as a glob like
// that of the export it stands beside.
func (c Control) Match(f Fetch, date calendar.Date) string {
	return fill(c.Pattern, date+f.offset())
}

// fill puts a date into the placeholder of a pattern.
func fill(pattern string, date calendar.Date) string {
	for _, p := range placeholders {
		pattern = strings.ReplaceAll(pattern, p.name, date.Format(p.layout))
	}
	return pattern
}

package ingest

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"recon/internal/calendar"
)

// Instants outside these bounds are a wrong unit or a null date, never a
// payment: 2000-01-01 (inclusive) and 2200-01-01 (exclusive), epoch seconds.
const (
	firstInstant = 946684800
	lastInstant  = 7258118400
)

// instantForm is how a time column is written.
type instantForm struct {
	name   string // as in the configuration
	layout string // of package time; "" for unix times
	unit   int64  // microseconds of one unit of a unix time
	zone   *time.Location
	thing  string // what the times are of, for faults
}

// instantForms are those of a time and of its fallback.
type instantForms [2]instantForm

// clocks are for one goroutine.
func (f instantForms) clocks() (out [2]tableClock) {
	for i, form := range f {
		out[i] = newTableClock(form)
	}
	return out
}

// dateTime is the layout that has a fast path, beside RFC 3339.
const dateTime = time.DateTime

func newInstantForm(layout string, zone *time.Location) instantForm {
	f := instantForm{name: layout, layout: layout, zone: zone, thing: "a payment"}
	switch layout {
	case "":
		f.name, f.layout = dateTime, dateTime
	case "rfc3339":
		f.layout = time.RFC3339
	case "unix":
		f.layout, f.unit = "", 1e6
	case "unix_milli":
		f.layout, f.unit = "", 1e3
	case "unix_micro":
		f.layout, f.unit = "", 1
	}
	return f
}

// tableClock reads times of one form. It belongs to one goroutine.
type tableClock struct {
	form  instantForm
	local offsets
}

func newTableClock(form instantForm) tableClock {
	return tableClock{form: form, local: offsets{zone: form.zone}}
}

// read is a time as epoch microseconds; what is finer is cut off.
func (c *tableClock) read(text []byte) (int64, error) {
	micros, ok := c.fast(text)
	if !ok {
		t, err := time.ParseInLocation(c.form.layout, string(text), c.form.zone)
		if err != nil || c.form.layout == "" {
			return 0, c.bad(text)
		}
		micros = t.UnixMicro()
	}
	if micros < firstInstant*1e6 || micros >= lastInstant*1e6 {
		return 0, fmt.Errorf("%q as %s is not between 2000 and 2199, wanted a time of %s; check table.occurred_at.layout", text, c.form.name, c.form.thing)
	}
	return micros, nil
}

// bad says why a text is no time.
func (c *tableClock) bad(text []byte) error {
	if _, err := time.Parse("2006-01-02T15:04:05", string(text)); err == nil && c.form.layout == time.RFC3339 {
		return fmt.Errorf("%q has no zone, wanted a time like %sZ or %s+08:00; if the file has none, set layout and zone of table.occurred_at", text, text, text)
	}
	return fmt.Errorf("%q is no time like %s, wanted that or another table.occurred_at.layout", text, c.form.name)
}

// fast reads the usual forms without package time. Not ok means try the slow way.
func (c *tableClock) fast(text []byte) (int64, bool) {
	if c.form.unit != 0 {
		return c.unix(text)
	}
	rfc := c.form.layout == time.RFC3339
	if !rfc && c.form.layout != dateTime || len(text) < len(dateTime) {
		return 0, false
	}
	seconds, ok := wallClock(text, rfc)
	if !ok {
		return 0, false
	}
	micros, rest := fraction(text[len(dateTime):])
	if rfc {
		ahead, ok := numericZone(rest)
		return (seconds-ahead)*1e6 + micros, ok
	}
	if len(rest) > 0 {
		return 0, false
	}
	return (seconds-c.local.ofWall(seconds))*1e6 + micros, true
}

// unix reads a whole number of units since 1970.
func (c *tableClock) unix(text []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || n > lastInstant*1e6/c.form.unit || n < 0 {
		return math.MaxInt64, err == nil
	}
	return n * c.form.unit, true
}

// wallClock reads yyyy-mm-dd hh:mm:ss (with T in RFC 3339) as seconds since
// 1970-01-01 00:00:00 of the same clock.
func wallClock(b []byte, rfc bool) (int64, bool) {
	between := byte(' ')
	if rfc {
		between = 'T'
	}
	_ = b[18]
	if b[4] != '-' || b[7] != '-' || b[10] != between || b[13] != ':' || b[16] != ':' {
		return 0, false
	}
	century, year, month, day := pair(b[0:]), pair(b[2:]), pair(b[5:]), pair(b[8:])
	hour, minute, second := pair(b[11:]), pair(b[14:]), pair(b[17:])
	// A bad digit makes its pair huge, so the bounds catch it.
	if century > 99 || year > 99 || month-1 > 11 || day-1 > 30 || hour > 23 || minute > 59 || second > 59 {
		return 0, false
	}
	y := int64(century)*100 + int64(year)
	if day > 28 && int64(day) > monthDays(y, month) {
		return 0, false
	}
	return daysSince1970(y, int64(month), int64(day))*86400 + int64(hour)*3600 + int64(minute)*60 + int64(second), true
}

// pair reads two digits; anything else gives more than 99.
func pair(b []byte) uint32 {
	hi, lo := uint32(b[0]-'0'), uint32(b[1]-'0')
	if hi > 9 || lo > 9 {
		return 1 << 16
	}
	return hi*10 + lo
}

// monthDays is the length of a month.
func monthDays(year int64, month uint32) int64 {
	switch {
	case month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0):
		return 29
	case month == 2:
		return 28
	case month == 4 || month == 6 || month == 9 || month == 11:
		return 30
	}
	return 31
}

// daysSince1970 counts days of the Gregorian calendar from year 0 on. The year
// is taken to begin in March, so that the leap day is its last.
func daysSince1970(year, month, day int64) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	return year*365 + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 719469
}

// fraction reads a decimal fraction of a second as microseconds and gives what
// stands behind it.
func fraction(b []byte) (micros int64, rest []byte) {
	if len(b) < 2 || b[0] != '.' {
		return 0, b
	}
	unit, i := int64(100000), 1
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		micros += int64(b[i]-'0') * unit
		unit /= 10
	}
	if i == 1 {
		return 0, b
	}
	return micros, b[i:]
}

// numericZone reads Z or +08:00 as seconds ahead of UTC.
func numericZone(b []byte) (int64, bool) {
	if len(b) == 1 && b[0] == 'Z' {
		return 0, true
	}
	if len(b) != len("+08:00") || b[3] != ':' || b[0] != '+' && b[0] != '-' {
		return 0, false
	}
	hour, minute := pair(b[1:]), pair(b[4:])
	if hour > 23 || minute > 59 {
		return 0, false
	}
	ahead := int64(hour)*3600 + int64(minute)*60
	if b[0] == '-' {
		ahead = -ahead
	}
	return ahead, true
}

// offsets remembers how far a zone is ahead of UTC, so that only times near a
// change of the zone are looked up. It belongs to one goroutine.
type offsets struct {
	zone      *time.Location
	low, high int64 // UTC seconds between which ahead holds; empty at first
	ahead     int64
}

// change is kept clear of: nearer to a change of the zone than this, wall clock
// and UTC cannot be told apart by one offset.
const change = 2 * 86400

// ofWall is the offset of a wall clock time, as time.Date takes it.
func (o *offsets) ofWall(wall int64) int64 {
	if utc := wall - o.ahead; utc >= o.low && utc < o.high {
		return o.ahead
	}
	u := time.Unix(wall, 0).UTC()
	t := time.Date(u.Year(), u.Month(), u.Day(), u.Hour(), u.Minute(), u.Second(), 0, o.zone)
	o.remember(t)
	return wall - t.Unix()
}

// date is the business date of an instant in epoch microseconds.
func (o *offsets) date(cut calendar.DayCut, micros int64) calendar.Date {
	utc := micros / 1e6
	if utc >= o.low && utc < o.high {
		return calendar.Date((utc + o.ahead - int64(cut.At/time.Second)) / 86400)
	}
	t := time.UnixMicro(micros)
	o.remember(t.In(o.zone))
	return cut.BusinessDate(t)
}

func (o *offsets) remember(t time.Time) {
	_, ahead := t.Zone()
	start, end := t.ZoneBounds()
	low, high := int64(firstInstant), int64(lastInstant)
	if !start.IsZero() {
		low = max(low, start.Unix()+change)
	}
	if !end.IsZero() {
		high = min(high, end.Unix()-change)
	}
	if u := t.Unix(); u >= low && u < high {
		o.low, o.high, o.ahead = low, high, int64(ahead)
	}
}

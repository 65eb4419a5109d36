package ingest

import (
	"bytes"
	"fmt"
	"time"

	"recon/internal/calendar"
)

// dayClock turns local times of one zone into instants. It remembers the last day
// that has no change of offset, because neighbouring rows share it.
type dayClock struct {
	zone  *time.Location
	cut   time.Duration
	text  [10]byte // the remembered day as yyyy-mm-dd
	date  calendar.Date
	start int64 // its first instant, epoch seconds; valid if known
	known bool
}

const timeLayout = "2006-01-02 15:04:05"

// Time reads a cell like 2006-01-02 15:04:05 in the layout's zone as epoch
// microseconds. Where clocks were set back, it is the first of the two instants.
func (r *Row) Time(cell int) int64 {
	text := r.Cells[cell]
	micros, ok := r.clock.parse(text)
	if !ok {
		r.Fail(cell, badTime(text))
	}
	return micros
}

// BusinessDate is the day an instant belongs to, by the layout's zone and cut.
func (r *Row) BusinessDate(micros int64) calendar.Date { return r.clock.businessDate(micros) }

func badTime(text []byte) error {
	if len(text) == 0 {
		return fmt.Errorf("empty, wanted a time like %s", timeLayout)
	}
	if bytes.IndexByte(text, '/') > 0 || len(text) == len("2006-01-02 15:04") {
		return fmt.Errorf("%q is not a time like %s; the file was saved again by a spreadsheet, use the original", text, timeLayout)
	}
	return fmt.Errorf("%q is not a time like %s", text, timeLayout)
}

func (c *dayClock) parse(text []byte) (int64, bool) {
	if len(text) != len(timeLayout) || text[10] != ' ' || text[13] != ':' || text[16] != ':' {
		return 0, false
	}
	h, m, s := two(text[11:]), two(text[14:]), two(text[17:])
	if h > 23 || m > 59 || s > 59 {
		return 0, false
	}
	if !c.known || [10]byte(text) != c.text {
		if !c.setDay(text[:10]) {
			return 0, false
		}
	}
	if !c.known {
		y, month, d := two(text)*100+two(text[2:]), two(text[5:]), two(text[8:])
		return time.Date(y, time.Month(month), d, h, m, s, 0, c.zone).UnixMicro(), true
	}
	return (c.start + int64(h*3600+m*60+s)) * 1e6, true
}

// two reads two digits; what is no digit makes a number above 99.
func two(b []byte) int {
	tens, unit := b[0]-'0', b[1]-'0'
	if tens > 9 || unit > 9 {
		return 1000
	}
	return int(tens)*10 + int(unit)
}

// setDay remembers a day, unless its clocks are changed on it.
func (c *dayClock) setDay(text []byte) bool {
	date, err := calendar.Parse(string(text))
	if err != nil {
		return false
	}
	start, next := date.Start(c.zone), (date + 1).Start(c.zone)
	c.known = next.Sub(start) == 24*time.Hour && sameOffset(start, next.Add(-time.Second))
	c.text, c.date, c.start = [10]byte(text), date, start.Unix()
	return true
}

func sameOffset(a, b time.Time) bool {
	_, x := a.Zone()
	_, y := b.Zone()
	return x == y
}

func (c *dayClock) businessDate(micros int64) calendar.Date {
	if into := micros - c.start*1e6; c.known && into >= 0 && into < 86400*1e6 {
		switch cut := c.cut.Microseconds(); {
		case into < cut:
			return c.date - 1
		case into >= 86400*1e6+cut: // a cut before midnight is negative
			return c.date + 1
		}
		return c.date
	}
	return calendar.DayCut{Zone: c.zone, At: c.cut}.BusinessDate(time.UnixMicro(micros))
}

package event

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"recon/internal/money"
)

// longestText bounds ids, types and reasons, in bytes; a longer one is no id.
const longestText = 255

// id reads a short text.
func (o object) id(path string) (string, error) {
	text, err := o.needed(path)
	if err == nil && len(text) > longestText {
		return "", fmt.Errorf("%s: %d bytes, wanted at most %d", path, len(text), longestText)
	}
	return text, err
}

// currency reads an ISO 4217 code of any case.
func (o object) currency(path string) (string, error) {
	text, err := o.needed(path)
	if err != nil {
		return "", err
	}
	code := strings.ToUpper(text)
	if !money.IsCurrency(code) {
		return "", fmt.Errorf("%s: %s is no currency, wanted like EUR", path, quote(text))
	}
	return code, nil
}

// amount reads an amount as our minor units. provider counts some currencies
// with other decimals than ISO 4217.
func (o object) amount(path, unit, provider, currency string) (int64, error) {
	text, err := o.needed(path)
	if err != nil {
		return 0, err
	}
	exponent := money.Exponent(currency)
	if unit == "major" {
		minor, err := money.Parse(text, exponent)
		return minor, at(path, err)
	}
	minor, err := money.Parse(text, 0)
	if err != nil {
		return 0, at(path, err)
	}
	minor, err = rescale(minor, money.ExponentFor(provider, currency), exponent)
	return minor, at(path, err)
}

// rescale turns minor units of one number of decimals into those of another.
func rescale(minor int64, from, to int) (int64, error) {
	for ; from > to; from-- {
		if minor%10 != 0 {
			return 0, fmt.Errorf("%d has more decimals than the currency", minor)
		}
		minor /= 10
	}
	for ; from < to; from++ {
		if minor > math.MaxInt64/10 || minor < -math.MaxInt64/10 {
			return 0, fmt.Errorf("%d is beyond the range of an amount", minor)
		}
		minor *= 10
	}
	return minor, nil
}

// clock is how a sender writes times.
type clock struct {
	layout string        // of package time; "" for unix times
	unit   time.Duration // of one unit of a unix time
}

func newClock(layout string) (clock, error) {
	switch layout {
	case "", "rfc3339":
		return clock{layout: time.RFC3339}, nil
	case "unix":
		return clock{unit: time.Second}, nil
	case "unix_milli":
		return clock{unit: time.Millisecond}, nil
	case "unix_micro":
		return clock{unit: time.Microsecond}, nil
	}
	// Two offsets print the same when the layout holds none.
	moment := time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC)
	east := moment.In(time.FixedZone("", 3600))
	if back, err := time.Parse(layout, east.Format(layout)); err != nil || !back.Equal(moment) {
		return clock{}, fmt.Errorf("layout %q has no offset, wanted one like 2006-01-02T15:04:05Z07:00, or rfc3339, unix, unix_milli, unix_micro", layout)
	}
	return clock{layout: layout}, nil
}

// instant reads a time, in UTC and whole microseconds.
func (o object) instant(path string, c clock) (time.Time, error) {
	text, err := o.needed(path)
	if err != nil {
		return time.Time{}, err
	}
	t, err := c.read(text)
	if err != nil {
		return time.Time{}, at(path, err)
	}
	if t.Before(firstInstant) || !t.Before(lastInstant) {
		return time.Time{}, fmt.Errorf("%s: %s is not between 2000 and 2199, wanted the time of an event; check the layout", path, quote(text))
	}
	return t.UTC().Truncate(time.Microsecond), nil
}

func (c clock) read(text string) (time.Time, error) {
	if c.unit == 0 {
		t, err := time.Parse(c.layout, text)
		if err != nil {
			return time.Time{}, fmt.Errorf("%s is no time like %s", quote(text), c.layout)
		}
		return t, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("%s is no unix time in whole units of %s", quote(text), c.unit)
	}
	perSecond := int64(time.Second / c.unit)
	return time.Unix(n/perSecond, n%perSecond*int64(c.unit)), nil
}

func at(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", path, err)
}

// quote prints a text of a file in an error, where it can be of any size.
func quote(text string) string {
	if len(text) > 64 {
		text = strings.ToValidUTF8(text[:64], "") + "..."
	}
	return strconv.Quote(text)
}

package report

import (
	"strconv"
	"strings"

	"recon/internal/calendar"
)

// hasDifference reports whether the two sides can be subtracted.
func (b *Break) hasDifference() bool { return b.Reason != "currency" }

// age is the whole days from the business date to date; a row that is dated
// later, as an export can hold of the night, is not a day old.
func (b *Break) age(date calendar.Date) int { return max(0, int(date)-int(b.BusinessDate)) }

// side is whose row it is when only one side has one.
func (b *Break) side() string {
	switch {
	case b.Statement.Present() && !b.Ledger.Present():
		return "statement"
	case b.Ledger.Present() && !b.Statement.Present():
		return "ledger"
	}
	return ""
}

// afterClosure reports whether the break is of a key that a person has closed.
func (b *Break) afterClosure() bool { return strings.HasPrefix(b.Detail, "closed ") }

// advice is the advice for the break.
func (b *Break) advice(language string) Advice {
	c := Case{Reason: b.Reason, Kind: b.Kind, Sign: sign(b.DifferenceMinor), Side: b.side(), OwnStatus: b.OwnStatus,
		AfterClosure: b.afterClosure()}
	if b.Due != NoDate {
		c.DueDays = int(b.Due) - int(b.BusinessDate)
	}
	if !b.hasDifference() {
		c.Sign = 0
	}
	return Advise(language, c)
}

func sign(n int64) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

func (r Row) minor() string {
	if !r.Present() {
		return ""
	}
	return strconv.FormatInt(r.Minor, 10)
}

func (r Row) line() string {
	if r.Line == 0 {
		return ""
	}
	return strconv.FormatInt(r.Line, 10)
}

func dateText(d calendar.Date) string {
	if d == NoDate {
		return ""
	}
	return d.String()
}

package report

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"
)

// What adds breaks up says that no amount holds the sum, and does not show it
// with the other sign.
func TestSumsBeyondAnAmountAreRefused(t *testing.T) {
	big := sampleBreak(1, "missing", "payment", math.MaxInt64, 0)
	more := sampleBreak(2, "missing", "payment", 1, 0)
	d := cleanDay(English)
	d.Reconciliations[0].Breaks = Rows([]Break{big, more})
	morning := &Morning{Date: sampleDate, Language: English, Accounts: []MorningAccount{{d.Reconciliations[0], NoDate}}}
	register := &ServedRegister{Sums: map[string]int64{}}
	for name, err := range map[string]error{
		"page":     WriteHTML(io.Discard, d),
		"mail":     second(DayMessage(d, MailRules{})),
		"morning":  second(MorningMessage(morning, MailRules{})),
		"register": firstOf(register.Add(big, 0, 9), register.Add(more, 0, 9)),
	} {
		if err == nil || !strings.Contains(err.Error(), "open breaks: the sum in CNY is beyond the range of an amount") {
			t.Errorf("%s: found %v", name, err)
		}
	}
	var b bytes.Buffer
	if err := WriteBreaks(&b, d); err != nil || !strings.Contains(b.String(), "9223372036854775807") {
		t.Errorf("breaks.csv adds nothing up, found %v", err)
	}

	day := TrendDay{Date: sampleDate}
	one := func(minor, pool int64) error {
		return day.Add(Counts{}, Carried{}, map[string]int64{"CNY": minor}, []Share{{"CNY", 0, pool, 0, 0}})
	}
	if err := firstOf(one(math.MaxInt64, 0), one(1, 0)); err == nil || !strings.Contains(err.Error(), "2026-08-15, open breaks") {
		t.Errorf("trend: found %v", err)
	}
	day = TrendDay{Date: sampleDate}
	if err := firstOf(one(0, math.MaxInt64), one(0, 1)); err == nil || !strings.Contains(err.Error(), "2026-08-15: pool") {
		t.Errorf("shares: found %v", err)
	}
	c := costRow{Currency: "CNY"}
	if err := c.addFees([]FeeTotal{{Currency: "CNY", FeeMinor: math.MinInt64}, {Currency: "CNY", FeeMinor: -1}}); err == nil {
		t.Error("fees beyond an amount are added up")
	}
}

func second[T any](_ T, err error) error { return err }

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

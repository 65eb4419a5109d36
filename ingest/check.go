package ingest

import (
	"fmt"

	"recon/internal/money"
)

// Outcomes of a check.
const (
	CheckPassed = "passed"
	CheckFailed = "failed"
	CheckOff    = "off" // nothing to compare with
)

// Check is one comparison that a file or a day's export went through at its
// gate. Counts and sums also stand in it as numbers, in rows or minor units,
// with the bounds within which they pass.
type Check struct {
	Name    string `json:"name"`              // what is compared, like account or rows
	Subject string `json:"subject,omitempty"` // of what: a stated total's name, a currency
	Found   string `json:"found"`
	Wanted  string `json:"wanted"`
	Value   *int64 `json:"value,omitempty"`
	Least   *int64 `json:"least,omitempty"`
	Most    *int64 `json:"most,omitempty"`
	Outcome string `json:"outcome"`

	Faults []Fault `json:"-"` // of a check that failed
}

// numberCheck is a check of a number against bounds that are included.
func numberCheck(name, subject string, value, least, most int64, print func(int64) string) Check {
	c := Check{Name: name, Subject: subject, Found: print(value), Value: &value, Least: &least, Most: &most, Outcome: CheckPassed}
	c.Wanted = print(least)
	if least != most {
		c.Wanted += " to " + print(most)
	}
	if value < least || value > most {
		c.Outcome = CheckFailed
	}
	return c
}

func printCount(n int64) string { return fmt.Sprint(n) }

func printMinor(exponent int) func(int64) string {
	return func(n int64) string { return money.Format(n, exponent) }
}

// checked lists what a text went through, once it is read and found right.
func (t *reading) checked() {
	r := &t.receipt
	if t.file.Side == Ledger {
		return
	}
	if r.Stated.Account != "" {
		c := Check{Name: "account", Outcome: CheckOff, Found: Mask(r.Stated.Account)}
		if want := t.file.Source.Account; want != "" {
			c.Wanted, c.Outcome = Mask(want), CheckPassed
		}
		r.Checks = append(r.Checks, c)
	}
	if t.dated && t.file.Date != 0 {
		r.Checks = append(r.Checks, Check{Name: "day", Found: days(t.from, t.until), Wanted: t.file.Date.String(), Outcome: CheckPassed})
	}
	if r.NoStatement {
		r.Checks = append(r.Checks, Check{Name: "no_statement", Found: "the provider's word", Wanted: "no rows", Outcome: CheckPassed})
	}
}

// checks are the stated totals beside what the rows add up to.
func (c Claim) checks(tallies [MaxTallies]int64) (list []Check) {
	for _, total := range c.Totals {
		found, _ := total.found(tallies)
		print := printCount
		if !total.IsCount {
			print = printMinor(total.Exponent)
		}
		list = append(list, numberCheck("stated_total", total.Name, found, total.Wanted, total.Wanted, print))
	}
	return list
}

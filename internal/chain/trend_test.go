package chain

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"recon/internal/calendar"
	"recon/report"
)

// The usual volume is the median of the same weekday of up to eight earlier
// weeks; other weekdays and older weeks do not count.
func TestUsualVolume(t *testing.T) {
	const date = calendar.Date(20000)
	day := func(minor int64) pastDay {
		return pastDay{summary: Summary{Files: []FileSummary{
			{Side: "statement", Totals: []KindTotal{{Currency: "EUR", Kind: "payment", Count: 2, GrossMinor: minor}, {Currency: "EUR", Kind: "refund", Count: 1, GrossMinor: -5}, {Currency: "USD", Kind: "fee", Count: 1}}},
			{Side: "ledger", Totals: []KindTotal{{Currency: "EUR", Kind: "payment", Count: 9, GrossMinor: 9999}}},
		}}}
	}
	p := past{date: day(1000), date - 7: day(300), date - 14: day(100), date - 21: day(200), date - 28: day(900), date - 1: day(1), date - 63: day(1)}
	want := []report.Volume{{Currency: "EUR", Payments: 2, PaymentMinor: 1000, Refunds: 1, RefundMinor: -5, UsualMinor: 200, Weeks: 4}}
	if diff := cmp.Diff(want, p.volumes(date)); diff != "" {
		t.Error(diff)
	}
}

func TestChangedRules(t *testing.T) {
	const before = `{"tolerance":{"amount_minor":0},"due":{"days":0},"statement":[{"name":"a"}]}`
	for after, want := range map[string][]string{
		before: nil,
		`{"tolerance":{"amount_minor":5},"due":{"days":0},"statement":[{"name":"b"}]}`: {"statement", "tolerance"},
		`{"due":{"days":0},"statement":[{"name":"a"}],"ledger":[]}`:                    {"ledger", "tolerance"},
	} {
		got, err := changedRules(before, after)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(err, diff)
		}
	}
	if _, err := changedRules("{", "{}"); err == nil {
		t.Error("rules that are no JSON are taken")
	}
}

// Open money of days that did not store it comes from the sums by reason.
func TestOpenMoneyOfEarlyDays(t *testing.T) {
	early := Summary{Amounts: map[string]map[string]int64{"matched": {"EUR": 99}, "missing": {"EUR": 5}, "extra": {"EUR": -7, "USD": 1}, "pending": {"EUR": 1000}}}
	if diff := cmp.Diff(map[string]int64{"EUR": 12, "USD": 1}, early.open()); diff != "" {
		t.Error(diff)
	}
	early.OpenMinor = map[string]int64{}
	if len(early.open()) != 0 {
		t.Error("a day without open money has some")
	}
}

package chain

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recon/report"
)

// Fees are summed over the files of a statement source, and a day that was
// stored before they were counted has none rather than zeroes.
func TestFees(t *testing.T) {
	const head = `{"files": [{"source": "card", "side": "statement", "provider": "visa", "account_last4": "1234", "totals": [`
	s, err := parseSummary(head +
		`{"currency": "EUR", "kind": "payment", "count": 2, "gross_minor": 900, "fee_minor": -9, "net_minor": 891},
		 {"currency": "EUR", "kind": "refund", "count": 1, "gross_minor": -100, "fee_minor": 0, "net_minor": -100}]},
		{"source": "card", "side": "statement", "provider": "visa", "account_last4": "1234", "totals": [
		 {"currency": "EUR", "kind": "payment", "count": 1, "gross_minor": 100, "fee_minor": -1, "net_minor": 99}]},
		{"source": "orders", "side": "ledger", "totals": [{"currency": "EUR", "kind": "payment", "count": 3, "gross_minor": 1000, "fee_minor": 0, "net_minor": 1000}]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	want := []report.FeeTotal{
		{Source: "card", Provider: "visa", Account: "1234", Kind: "payment", Currency: "EUR", Count: 3, GrossMinor: 1000, FeeMinor: -10},
		{Source: "card", Provider: "visa", Account: "1234", Kind: "refund", Currency: "EUR", Count: 1, GrossMinor: -100},
	}
	fees, err := s.fees()
	if d := cmp.Diff(want, fees); d != "" || err != nil {
		t.Error(d, err)
	}
	early, err := parseSummary(head + `{"currency": "EUR", "kind": "payment", "count": 2, "gross_minor": 900}]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if fees, err := early.fees(); fees != nil || err != nil {
		t.Errorf("a day without fee sums has %v, %v", fees, err)
	}
}

// A sum that no amount holds is said, not shown with the other sign.
func TestSumsBeyondAnAmountAreRefused(t *testing.T) {
	total := `{"currency": "EUR", "kind": "payment", "count": 1, "gross_minor": 9000000000000000000, "fee_minor": -1, "net_minor": -9000000000000000000}`
	s, err := parseSummary(`{"files": [{"source": "card", "side": "statement", "totals": [` + total + `, ` + total + `]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.fees(); err == nil || !strings.Contains(err.Error(), "card: the sum of payment, gross or fees, in EUR") {
		t.Errorf("fees: found %v", err)
	}
	if _, _, err := s.discounts(); err == nil || !strings.Contains(err.Error(), "card: the sum of discounts in EUR") {
		t.Errorf("discounts: found %v", err)
	}
}

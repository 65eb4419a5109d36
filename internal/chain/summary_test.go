package chain

import (
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
	if d := cmp.Diff(want, s.fees()); d != "" {
		t.Error(d)
	}
	early, err := parseSummary(head + `{"currency": "EUR", "kind": "payment", "count": 2, "gross_minor": 900}]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if fees := early.fees(); fees != nil {
		t.Errorf("a day without fee sums has %v", fees)
	}
}

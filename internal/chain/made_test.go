package chain

import (
	"context"
	"testing"

	"recon/internal/store"
)

// Files that a build read which did not sum fees get their sums from the rows.
func TestFeesOfEarlierBuildsAreCounted(t *testing.T) {
	ctx := context.Background()
	ws, err := store.Open(ctx, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	if err := ws.Exec(ctx, `create table entry as from (values (64, 'CNY', 'payment', -3, 97), (64, 'CNY', 'payment', -4, 96), (64, 'CNY', 'refund', 1, -9), (128, 'CNY', 'payment', 0, 5))
 as e(file_no, currency, kind, fee_minor, net_minor)`); err != nil {
		t.Fatal(err)
	}
	known := int64(7)
	d := &day{ws: ws, summary: Summary{Files: []FileSummary{
		{No: 64, Totals: []KindTotal{{Currency: "CNY", Kind: "payment"}, {Currency: "CNY", Kind: "refund", FeeMinor: &known, NetMinor: &known}}},
		{No: 128, Totals: []KindTotal{{Currency: "CNY", Kind: "payment"}}},
	}}}
	if err := d.countFees(ctx); err != nil {
		t.Fatal(err)
	}
	first, other := d.summary.Files[0].Totals, d.summary.Files[1].Totals
	if *first[0].FeeMinor != -7 || *first[0].NetMinor != 193 || *first[1].FeeMinor != 7 || *other[0].FeeMinor != 0 || *other[0].NetMinor != 5 {
		t.Errorf("counted %d %d, %d, %d %d", *first[0].FeeMinor, *first[0].NetMinor, *first[1].FeeMinor, *other[0].FeeMinor, *other[0].NetMinor)
	}
	d.summary.Files[1].Totals = []KindTotal{{Currency: "EUR", Kind: "payment"}}
	if err := d.countFees(ctx); err == nil {
		t.Error("a total without rows was given a fee")
	}
}

package event

import (
	"os"
	"testing"

	"recon/internal/tool"
	"recon/settle/rail"
)

// TestSample reads a dump in the shape of Stripe's that is not ours: out of
// order, one event twice, paid and failed later.
func TestSample(t *testing.T) {
	f, err := os.Open(tool.Sample(t, "payouts_own/stripe_like_events_out_of_order_dup_paid_then_failed.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file, err := Read(f, "sample.jsonl", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []rail.State{rail.Submitted, rail.Processing, rail.Paid, rail.Paid, rail.Failed}
	for i, s := range file.Signals {
		if i >= len(want) || s.Next != want[i] || s.RailRef == "" || s.AmountMinor != 10050 {
			t.Errorf("%d: %+v", i, s)
		}
	}
	if len(file.Signals) != len(want) {
		t.Errorf("%d signals, want %d", len(file.Signals), len(want))
	}
}

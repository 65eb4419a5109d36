package health

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"recon/internal/calendar"
	"recon/internal/chain"
	"recon/internal/state"
	"recon/internal/telemetry"
)

// TestMetrics has Prometheus's own parser read what is written, and holds that
// amounts keep all their digits and labels cannot break out.
func TestMetrics(t *testing.T) {
	now := time.Date(2026, 8, 16, 3, 0, 1, 0, time.UTC)
	hostile := "a\"} 1\nrecon_days_behind{reconciliation=\"\\b"
	path := filepath.Join(t.TempDir(), "metrics", "recon.prom")
	facts := Facts{Now: now, Run: state.Run{ID: 7, StartedAt: now.Add(-1500 * time.Millisecond), ExitCode: 3}, Waiting: 2,
		Stages: []telemetry.StageTime{{Reconciliation: "alipay", Stage: "read", Took: time.Second}, {Reconciliation: "alipay", Stage: "read", Took: 250 * time.Microsecond}},
		Standings: []chain.Standing{
			{Name: "alipay", Started: true, Through: calendar.Of(2026, 8, 15), Ready: now, Open: map[string]int64{"missing": 4, "pending": 0},
				OpenMinor: map[string]int64{"CNY": math.MaxInt64, "JPY": math.MinInt64}, Rows: map[string]int64{"ledger": 9}},
			{Name: hostile, Behind: []calendar.Date{1, 2}, Ready: now},
		},
		Payouts: []chain.PayoutTotal{{Period: "2026-07", Currency: "EUR", State: "paid", Payouts: 1, SumMinor: 1}, {Period: "2026-08", Currency: "EUR", State: "paid", Payouts: 2, SumMinor: 9007199254740993}}}
	if err := WriteMetrics(path, facts); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`recon_open_minor{reconciliation="alipay",currency="CNY"} 9223372036854775807`, `recon_open_minor{reconciliation="alipay",currency="JPY"} -9223372036854775808`,
		`settle_payouts_minor{state="paid",currency="EUR"} 9007199254740994`, `settle_payouts{state="paid"} 3`, `recon_run_duration_seconds 1.500000`,
		`recon_stage_duration_seconds{reconciliation="alipay",stage="read"} 1.000250`, `recon_open_breaks{reconciliation="alipay",reason="pending"} 0`,
		`recon_reconciled_through_timestamp_seconds{reconciliation="alipay"} 1786752000`,
	} {
		if !strings.Contains(string(text), "\n"+line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	behind := families["recon_days_behind"].Metric
	if len(behind) != 2 || behind[0].Label[0].GetValue() != hostile || behind[0].Gauge.GetValue() != 2 {
		t.Errorf("a hostile name is read as %v", behind)
	}
	if through := families["recon_reconciled_through_timestamp_seconds"].Metric; len(through) != 1 {
		t.Errorf("a reconciliation without a day is reconciled through %v", through)
	}
}

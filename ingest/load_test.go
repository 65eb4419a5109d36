package ingest_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"recon/ingest"
	"recon/internal/config"
	"recon/providers"
)

// twin is alipay.trade under another name.
type twin struct{ ingest.Format }

func (twin) ID() string { return "alipay.twin" }

func TestFormatIsFoundByContent(t *testing.T) {
	both := append(providers.All(), twin{providers.All()[0]})
	for _, c := range []struct {
		name, configured string
		formats          []ingest.Format
		want             string // in the first fault; "" reads
	}{
		{"alipay/trade_plain.csv", "auto", providers.All(), ""},
		{"alipay/trade_plain.csv", "", providers.All(), ""},
		{"alipay/trade_plain.csv", "alipay.trade", providers.All(), ""},
		{"alipay/trade_plain.csv", "wechatpay.tradebill", providers.All(), "found alipay.trade, wanted wechatpay.tradebill"},
		{"alipay/trade_plain.csv", "auto", both, "could be alipay.trade or alipay.twin"},
		{"wechatpay/tradebill.csv", "alipay.trade", providers.All()[:1], "begins with \"交易时间,"},
	} {
		file := ingest.File{Source: &config.Source{Format: c.configured}, Path: "../fixtures/" + c.name, Name: c.name}
		receipts, err := ingest.Inspect(context.Background(), file, ingest.Options{Formats: c.formats})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if faults := receipts[0].Faults; len(faults) > 0 {
			got = faults[0].Error()
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s as %q: %q, wanted %q", c.name, c.configured, got, c.want)
		}
	}
}

// What was received can be compared instead of the order amount; net stays.
func TestCompareReceived(t *testing.T) {
	for name, want := range map[string][2]ingest.Total{
		"alipay/trade_plain.csv":  {{Gross: 20001, Adjust: -100, Fee: -120, Net: 19781}, {Gross: -7590, Fee: 12, Net: -7578}},
		"wechatpay/tradebill.csv": {{Gross: 15700, Fee: -94, Net: 15606}, {Gross: -7200, Fee: 31, Net: -7169}},
	} {
		file := ingest.File{Source: &config.Source{Format: "auto", Compare: "received"}, Path: "../fixtures/" + name, Name: name}
		receipts, err := ingest.Inspect(context.Background(), file, ingest.Options{Formats: providers.All()})
		if err != nil || len(receipts[0].Totals) != 2 {
			t.Fatal(name, err, receipts[0].Faults)
		}
		for i, total := range receipts[0].Totals {
			got := ingest.Total{Gross: total.Gross, Adjust: total.Adjust, Fee: total.Fee, Net: total.Net}
			if got != want[i] {
				t.Errorf("%s %s: %+v, wanted %+v", name, total.Kind, got, want[i])
			}
		}
	}
}

func TestDigestKnowsRowsNotBytes(t *testing.T) {
	digest := func(name string) string {
		file := ingest.File{Source: &config.Source{Format: "auto"}, Path: "../fixtures/alipay/" + name, Name: name}
		receipts, err := ingest.Inspect(context.Background(), file, ingest.Options{Formats: providers.All()})
		if err != nil || len(receipts) != 1 {
			t.Fatal(name, err)
		}
		return receipts[0].Digest
	}
	first := digest("trade.csv.zip")
	if len(first) != 64 {
		t.Errorf("digest %q", first)
	}
	for _, same := range []string{"trade_plain.csv", "trade_reordered.csv.zip", "trade_old_totals.csv"} {
		if digest(same) != first {
			t.Errorf("%s has another digest", same)
		}
	}
	if digest("bad_row_day.csv") == first || digest("trade_empty.csv.zip") == first {
		t.Error("other rows have the same digest")
	}
}

func TestMissingFileIsAnError(t *testing.T) {
	file := ingest.File{Source: &config.Source{}, Path: filepath.Join(t.TempDir(), "none"), Name: "none.csv"}
	if _, err := ingest.Inspect(context.Background(), file, ingest.Options{}); err == nil {
		t.Error("a file that is not there was read")
	}
}

func TestCancelledLoadLeavesNoPiece(t *testing.T) {
	defer ingest.SetPieceRows(500)()
	ctx, cancel := context.WithCancel(context.Background())
	dir := t.TempDir()
	opts := ingest.Options{Formats: providers.All(), Dir: dir, Reconciliation: "wechat", Threads: 2}
	opts.Progress = func(int64, int64) { cancel() }
	if _, err := ingest.Load(ctx, workspace(t), []ingest.File{tradeBill(t, t.TempDir(), 20000, 20000)}, opts); err == nil {
		t.Fatal("a cancelled load went on")
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

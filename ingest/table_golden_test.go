package ingest

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/golden"
	"recon/internal/money"
	"recon/internal/store"
)

const tableFixtures = "../fixtures/table"

func tableConfig(t testing.TB) *config.Config {
	cfg, err := config.Load(filepath.Join(tableFixtures, "recon.yaml"), config.Formats{"alipay.trade": {}})
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

func tempStore(t testing.TB) *store.Store {
	ws, err := store.Open(context.Background(), store.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	if err := ws.CreateTable(context.Background(), "entry"); err != nil {
		t.Fatal(err)
	}
	return ws
}

// exportDay is the business day of all fixtures of own exports.
var exportDay = calendar.Of(2026, time.August, 15)

// loadExport reads one export of a source for the reconciliation shop.
func loadExport(t testing.TB, ws *store.Store, cfg *config.Config, source, path string) Receipt {
	t.Helper()
	file := File{Source: cfg.Source(source), Format: NewTable(cfg, "shop", exportDay), Side: Ledger, Path: path, Name: filepath.Base(path), Date: exportDay}
	receipts, err := Load(context.Background(), ws, []File{file}, Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(receipts) != 1 {
		t.Fatalf("%d receipts, want 1", len(receipts))
	}
	return receipts[0]
}

// Every file of fixtures/table is read as the source it is named after; what
// came of it stands beside it.
func TestTableGoldens(t *testing.T) {
	cfg := tableConfig(t)
	paths, err := filepath.Glob(filepath.Join(tableFixtures, "*.*.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, ".want") {
			continue
		}
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			source, _, _ := strings.Cut(name, ".")
			ws := tempStore(t)
			var out bytes.Buffer
			printReceipt(&out, loadExport(t, ws, cfg, source, path))
			printEntries(t, &out, ws)
			golden.Check(t, path+".want", out.Bytes())
		})
	}
}

func printReceipt(out *bytes.Buffer, r Receipt) {
	fmt.Fprintf(out, "rows %d, kept %d, ignored %d, unclaiming %d\n", r.Rows, r.Kept, r.Ignored, r.Unclaiming)
	for _, f := range r.Faults {
		fmt.Fprintln(out, f.Error())
	}
	if r.MoreFaults > 0 {
		fmt.Fprintf(out, "%d more faults\n", r.MoreFaults)
	}
	if len(r.Faults) > 0 {
		return
	}
	for _, x := range r.Totals {
		fmt.Fprintf(out, "total %s %s: count %d, gross %d, fee %d, net %d\n", x.Currency, x.Kind, x.Count, x.Gross, x.Fee, x.Net)
	}
	fmt.Fprintf(out, "export %s: rows %d, newest %s, last hour %t\n", r.Export.Date, r.Export.Rows, instantText(r.Export.Newest), r.Export.LastHour)
	for _, s := range r.Export.Sums {
		fmt.Fprintf(out, "export sum %s: gross %d, as written %d\n", s.Currency, s.GrossMinor, s.AsWritten)
	}
}

func printEntries(t testing.TB, out *bytes.Buffer, ws *store.Store) {
	rows, err := ws.DB().Query(`select line, own_id, kind, status, order_ref, order_no, ref, refund_ref, batch_ref, payee, currency,
  gross_minor, fee_minor, net_minor, occurred_at, cast(business_date as varchar), key_hash <> 0 from entry order by line`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line, gross, fee, net, at int64
		var texts [10]string
		var date string
		var keyed bool
		into := []any{&line}
		for i := range texts {
			into = append(into, &texts[i])
		}
		if err := rows.Scan(append(into, &gross, &fee, &net, &at, &date, &keyed)...); err != nil {
			t.Fatal(err)
		}
		exponent := money.Exponent(texts[9])
		fmt.Fprintf(out, "%d: %q gross %s fee %s net %s at %s on %s keyed %t\n", line, texts,
			money.Format(gross, exponent), money.Format(fee, exponent), money.Format(net, exponent), instantText(at), date, keyed)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func instantText(micros int64) string {
	if micros == 0 {
		return "none"
	}
	return time.UnixMicro(micros).UTC().Format(time.RFC3339Nano)
}

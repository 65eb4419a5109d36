package ingest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"recon/ingest"
	"recon/internal/config"
	"recon/internal/store"
)

// benchLedger maps what creditFile writes.
func benchLedger() *config.CreditSource {
	words := func(column string, words ...string) config.Choice {
		c := config.Choice{Column: column, Values: map[string][]string{}}
		for _, w := range words {
			c.Values[w] = []string{w}
		}
		return c
	}
	return &config.CreditSource{Format: ingest.TableID, Table: config.CreditTable{
		EntryID: config.Field{Column: "id"}, Payee: config.Field{Column: "payee"}, OrderRef: config.Field{Column: "order"},
		Kind: words("kind", "sale", "refund"), Status: words("state", "confirmed", "pending", "void"),
		Amount: config.Amount{Column: "cents", Unit: "minor"}, Currency: config.Field{Column: "currency"},
		OccurredAt: config.Instant{Column: "at", Layout: "rfc3339"},
	}}
}

// BenchmarkCredits reads a ledger into pieces and reports CPU nanoseconds per
// row besides the time.
func BenchmarkCredits(b *testing.B) {
	text := []byte("id,payee,kind,cents,currency,order,state,at\n")
	for i := range benchRows {
		text = fmt.Appendf(text, "le_%020d,acct_%08d,sale,%d,EUR,S20260815%010d,confirmed,2026-08-15T%02d:%02d:%02dZ\n", i, i*7919%200000, i%90000+100, i, i/3600%24, i/60%60, i%60)
	}
	path := filepath.Join(b.TempDir(), "credits.csv")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		b.Fatal(err)
	}
	ws, err := store.Open(context.Background(), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer ws.Close()
	before := cpuNanos()
	for b.Loop() {
		receipts, err := ingest.LoadCredits(context.Background(), ws, []ingest.File{{Path: path, Name: "credits.csv"}}, benchLedger(), nil, ingest.Options{Dir: b.TempDir()})
		if err != nil || receipts[0].Kept != benchRows {
			b.Fatal(err, receipts[0].Faults)
		}
	}
	b.ReportMetric(float64(cpuNanos()-before)/float64(b.N)/benchRows, "cpu-ns/row")
}

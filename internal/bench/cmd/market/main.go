// Command market makes a month of a large market: its ledger, its payees, a
// configuration, and owed.csv with what every payee must be paid.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"recon/fixtures/gen"
	"recon/internal/calendar"
)

func main() {
	entries := flag.Int("entries", 5_000_000, "ledger entries")
	payees := flag.Int("payees", 200_000, "payees")
	month := flag.String("month", "2026-08", "the month")
	flag.Parse()
	if err := market(flag.Arg(0), *entries, *payees, *month); err != nil {
		fmt.Fprintln(os.Stderr, "market:", err)
		os.Exit(1)
	}
}

func market(dir string, entries, payees int, month string) error {
	if dir == "" {
		return fmt.Errorf("wanted a folder")
	}
	m, err := calendar.ParseMonth(month)
	if err != nil {
		return err
	}
	owed, err := gen.LargeMarket{Entries: entries, Payees: payees, Month: m, Seed: 1}.Write(dir)
	if err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "owed.csv"))
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	for p, minor := range owed {
		fmt.Fprintf(w, "%s,%d\n", gen.Seller(p), minor)
	}
	return w.Flush()
}

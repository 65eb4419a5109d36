package ingest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// seedSettled adds the fixtures of one file of settlement.
func seedSettled(f *testing.F, table string) {
	paths, err := filepath.Glob(filepath.Join(settleFixtures, table+".*"))
	if err != nil || len(paths) == 0 {
		f.Fatal("no fixtures", err)
	}
	for _, path := range paths {
		if text, err := os.ReadFile(path); err == nil && !strings.HasSuffix(path, ".want") {
			f.Add(text)
		}
	}
}

// Any bytes are a ledger or refused whole: each admitted row is in the totals
// or does not count, and reading again gives the same.
func FuzzCredits(f *testing.F) {
	seedSettled(f, "credits")
	f.Add([]byte(creditHeader + creditRow))
	f.Add([]byte(`{"id":1,"user_id":"u","entry_type":"sale","amount_cents":5,"currency":"EUR","state":"void","created_at":"2026-08-03T10:00:00Z"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := writeFile(t, "credits.csv", text)
		var both [2]Receipt
		for i := range both {
			receipts, err := Inspect(context.Background(), newCredits(ledgers()["credits"], nil).file(file), Options{Threads: 2, MaxBytes: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			both[i] = receipts[0]
		}
		if diff := cmp.Diff(both[0], both[1], cmp.Comparer(func(a, b File) bool { return a.Name == b.Name })); diff != "" {
			t.Errorf("read twice:\n%s", diff)
		}
		r, counted := both[0], int64(0)
		for _, total := range r.Totals {
			counted += total.Count
		}
		if len(r.Faults) == 0 && (r.Rows != r.Kept || counted+r.Unclaiming != r.Kept) {
			t.Errorf("%d rows, %d kept, %d counted, %d not", r.Rows, r.Kept, counted, r.Unclaiming)
		}
	})
}

// Any bytes are payees, one for each row, or refused.
func FuzzPayees(f *testing.F) {
	seedSettled(f, "payees")
	f.Fuzz(func(t *testing.T, text []byte) {
		list, receipt, err := ReadPayees(context.Background(), writeFile(t, "payees.csv", text), payeeSource(), Options{Threads: 2, MaxBytes: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if len(receipt.Faults) == 0 && receipt.Rows != int64(len(list)) || len(receipt.Faults) > 0 && list != nil {
			t.Errorf("%d rows, %d payees, faults %v", receipt.Rows, len(list), receipt.Faults)
		}
		for i, p := range list {
			if p.Payee == "" || !knownCurrency([]byte(p.Currency)) || i > 0 && list[i-1].Line >= p.Line {
				t.Errorf("row %+v", p)
			}
		}
	})
}

// Any bytes are opening balances, one for each row, or refused.
func FuzzOpening(f *testing.F) {
	seedSettled(f, "opening")
	f.Fuzz(func(t *testing.T, text []byte) {
		list, receipt, err := ReadOpening(context.Background(), writeFile(t, "opening.csv", text), openingTable(), "", Options{Threads: 2, MaxBytes: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if len(receipt.Faults) == 0 && receipt.Rows != int64(len(list)) || len(receipt.Faults) > 0 && list != nil {
			t.Errorf("%d rows, %d balances, faults %v", receipt.Rows, len(list), receipt.Faults)
		}
	})
}

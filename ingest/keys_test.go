package ingest

import (
	"testing"

	"recon/internal/keyjoin"
)

// A piece can break off in the midst of a page, and its sink goes on with the
// piece of another file: that piece's rows alone are gathered then.
func TestKeysForgetAPieceThatBrokeOff(t *testing.T) {
	rows := keyjoin.New(t.TempDir(), 1<<20)
	k := newKeys(Options{Keys: rows})
	own := &reading{file: File{Side: Ledger, No: 64}, text: text{plain: true}}
	begin := func() {
		t.Helper()
		if err := k.begin(own); err != nil {
			t.Fatal(err)
		}
	}
	begin()
	for at := range int64(3) {
		k.add(&Entry{Status: Pending, Currency: []byte("CNY")}, at)
	}
	begin()
	k.add(&Entry{Status: Paid, Currency: []byte("USD")}, 70)
	if err := k.end([]int64{1}, []int64{5}, []int64{6}, []int64{700}); err != nil {
		t.Fatal(err)
	}
	joined, err := rows.Join(t.Context(), nil, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if list := joined.Unsettled; len(list) != 1 || list[0].At != 70 {
		t.Errorf("found %v, wanted the row at byte 70", list)
	}
}

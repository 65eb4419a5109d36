package state

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// sliceOf is a slice of the size that runs post, of payees nobody knew.
func sliceOf(first int) (slice Slice) {
	for i := first; i < first+2000; i++ {
		p := pays(fmt.Sprintf("payee-%07d", i), int64(1000+i))
		p.Fingerprint = fmt.Sprintf("%s%07d", strings.Repeat("f", 57), i)
		slice.Payouts = append(slice.Payouts, p)
		slice.Destinations = append(slice.Destinations, Destination{Payee: p.Payee, Currency: "EUR", Fingerprint: p.Fingerprint, LastFour: "3000", SeenAt: noon})
	}
	return slice
}

// BenchmarkPostSlice posts slices of 2 000 new payees, as the first month does.
// 200 000 payees are 100 of them.
func BenchmarkPostSlice(b *testing.B) {
	s, err := Open(ctx, filepath.Join(b.TempDir(), "state.db"), false)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	run, err := s.BeginRun(ctx, Run{Command: "settle", StartedAt: noon})
	if err != nil {
		b.Fatal(err)
	}
	batch, _, err := s.BeginBatch(ctx, batchOf(run, "2026-08", 1))
	if err != nil {
		b.Fatal(err)
	}
	for n := 0; b.Loop(); n++ {
		if err := s.PostSlice(ctx, batch.No, sliceOf(n*2000), testRef, noon); err != nil {
			b.Fatal(err)
		}
	}
}

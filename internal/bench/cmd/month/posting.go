package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"recon/fixtures/gen"
	"recon/internal/state"
)

// comparePosting posts the same payouts twice, each into a new state file: in
// slices of 2 000 payees as settle does, and one transaction per payee.
func (b *bencher) comparePosting(ctx context.Context) error {
	if b.peer == 0 {
		return nil
	}
	slices, err := b.post(ctx, "slices.db", 2000)
	if err != nil {
		return err
	}
	single, err := b.post(ctx, "single.db", 1)
	if err != nil {
		return err
	}
	fmt.Printf("posting %d payouts: %.2f s in slices, %.2f s one transaction each, %.1f times (bar %d)\n",
		b.peer, slices.Seconds(), single.Seconds(), single.Seconds()/slices.Seconds(), minRatio)
	return nil
}

func (b *bencher) post(ctx context.Context, name string, size int) (time.Duration, error) {
	path := filepath.Join(b.dir, name)
	defer os.Remove(path)
	s, err := state.Open(ctx, path, false)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	run, err := s.BeginRun(ctx, state.Run{Command: "bench", Engine: "bench", Config: "{}", StartedAt: time.Unix(0, 0)})
	if err != nil {
		return 0, err
	}
	at := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	batch, _, err := s.BeginBatch(ctx, state.Batch{Period: "2026-08", Part: 1, StartAt: at.AddDate(0, -1, 0), Cutoff: at, Zone: "UTC", AsOf: at,
		Inputs: "[]", Rules: "{}", Holds: "[]", Exceptions: "[]", Maker: "bench", RunID: run, CreatedAt: at})
	if err != nil {
		return 0, err
	}
	begin := time.Now()
	for from := 0; from < b.peer; from += size {
		if err := s.PostSlice(ctx, batch.No, slice(from, min(from+size, b.peer)), reference, at); err != nil {
			return 0, err
		}
	}
	return time.Since(begin), nil
}

func slice(from, to int) state.Slice {
	var s state.Slice
	for p := from; p < to; p++ {
		payee := gen.Seller(p)
		s.Payouts = append(s.Payouts, state.PlannedPayout{Payee: payee, Currency: "EUR", AmountMinor: int64(1000 + p), Rail: "sepa", Status: state.PayoutPending,
			Fingerprint: fmt.Sprintf("%032d", p), LastFour: "1234", PayeeFile: "raw/payees.csv"})
		s.Destinations = append(s.Destinations, state.Destination{Payee: payee, Currency: "EUR", Fingerprint: fmt.Sprintf("%032d", p), LastFour: "1234"})
	}
	return s
}

func reference(key string, attempt int64) string {
	return fmt.Sprintf("MP%06d%024d", attempt, sequence(key))
}

// sequence is the number in the payee of a payout key.
func sequence(key string) (n int) {
	fmt.Sscanf(key, "monthly-payout:seller-%d:", &n)
	return n
}

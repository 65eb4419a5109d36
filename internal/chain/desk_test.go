package chain

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
	"recon/internal/store"
)

// publishedPayouts commits a batch of a period whose table payout has some rows.
func publishedPayouts(t *testing.T, e *Engine, name, period, rows string) {
	t.Helper()
	ctx := context.Background()
	month, err := calendar.ParseMonth(period)
	if err != nil {
		t.Fatal(err)
	}
	ws, err := store.Open(ctx, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	file := name + "-" + period + ".parquet"
	text := "copy (select * from (values " + rows + ") as p (payout_key, attempt, period, currency, amount_minor, status, unclear)) to '" +
		filepath.Join(e.Config.Home, file) + "' (format parquet)"
	if err := ws.Exec(ctx, text); err != nil {
		t.Fatal(err)
	}
	key := state.DayKey{Reconciliation: name, Date: month.Last(), Version: 1}
	err = e.State.CommitDay(ctx, state.Day{DayKey: key, RunID: e.RunID, CommittedAt: e.Now},
		[]state.ManifestRow{{DayKey: key, Table: "payout", Path: file, SHA256: "0000000000000000000000000000000000000000000000000000000000000000"}})
	if err != nil {
		t.Fatal(err)
	}
}

// A payout counts once, in the state of its last attempt, whichever batch made
// it, and only in the periods that are asked for.
func TestPayoutTotals(t *testing.T) {
	ctx := context.Background()
	home := t.TempDir()
	st, err := state.Open(ctx, filepath.Join(home, "state.db"), false)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	now := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	run, err := st.BeginRun(ctx, state.Run{Command: "settle", Engine: "v1", Config: "{}", StartedAt: now})
	if err != nil {
		t.Fatal(err)
	}
	e := &Engine{Config: &config.Config{Home: home}, State: st, Now: now, RunID: run}
	july, august := calendar.MonthOf(calendar.Of(2026, 7, 1)), calendar.MonthOf(calendar.Of(2026, 8, 1))
	totals := func(first, last calendar.Month) []PayoutTotal {
		t.Helper()
		found, err := e.PayoutTotals(ctx, first, last)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if found := totals(july, august); found != nil {
		t.Errorf("without a batch: %v", found)
	}
	publishedPayouts(t, e, "settle", "2026-07", "('ann', 1, '2026-07', 'EUR', 100, 'failed', false), ('ann', 2, '2026-07', 'EUR', 100, 'pending', false), ('bob', 1, '2026-07', 'JPY', 9, 'paid', false)")
	publishedPayouts(t, e, "settle", "2026-08", "('ann8', 1, '2026-08', 'EUR', 200, 'submitted', false), ('cat8', 1, '2026-08', 'EUR', 7, 'processing', true)")
	publishedPayouts(t, e, "settle-part2", "2026-08", "('dan8', 1, '2026-08', 'EUR', 50, 'submitted', false), ('cat8', 2, '2026-08', 'EUR', 8, 'paid', false)")
	want := []PayoutTotal{{"2026-07", "EUR", "pending", 1, 100}, {"2026-07", "JPY", "paid", 1, 9}, {"2026-08", "EUR", "paid", 1, 8}, {"2026-08", "EUR", "submitted", 2, 250}}
	if diff := cmp.Diff(want, totals(july, august)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want[:2], totals(july, july)); diff != "" {
		t.Error(diff)
	}
	if err := os.Remove(filepath.Join(home, "settle-2026-07.parquet")); err != nil {
		t.Fatal(err)
	}
	if _, err := e.PayoutTotals(ctx, july, august); err == nil {
		t.Error("a file that is gone was taken for no payouts")
	}
}

package chain

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
)

// dayOfOneFile is an engine whose one reconciliation has one statement in its
// drop folder, and an own export that is not there.
func dayOfOneFile(t *testing.T) *Engine {
	t.Helper()
	home, ctx := t.TempDir(), context.Background()
	st, err := state.Open(ctx, filepath.Join(home, "state.db"), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	inbox := filepath.Join(home, "inbox")
	if err := errors.Join(os.Mkdir(inbox, 0o700), os.WriteFile(filepath.Join(inbox, "bank_2026-08-15.csv"), []byte("x\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	source := func(name, side string) config.Source {
		return config.Source{Name: name, Side: side, Zone: "UTC", Fetch: config.Fetch{Dir: inbox, Pattern: name + "_{yyyy-mm-dd}.csv"}}
	}
	return &Engine{State: st, Now: time.Date(2026, 8, 16, 11, 0, 0, 0, time.UTC), Config: &config.Config{Home: home, Zone: "UTC",
		Sources:         []config.Source{source("bank", "statement"), source("orders", "ledger")},
		Reconciliations: []config.Reconciliation{{Name: "shop", Statement: []string{"bank"}, Ledger: []config.LedgerUse{{Source: "orders"}}}}}}
}

// A run that is told to stop has copied its files: what lies in the archive is known.
func TestFilesOfAStoppedRunAreKnown(t *testing.T) {
	e, date := dayOfOneFile(t), calendar.Of(2026, 8, 15)
	ctx, cancel := context.WithCancel(context.Background())
	files, err := e.fetchSource(ctx, e.Config.Source("bank"), date)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := e.keep(ctx, files, date); err != nil {
		t.Error(err)
	}
	raw, err := e.State.RawFiles(context.Background(), "bank", date)
	if err != nil || len(raw) != 1 {
		t.Fatalf("found %v %v, wanted the file", raw, err)
	}
	if _, err := os.Stat(filepath.Join(e.Config.Home, raw[0].Path)); err != nil {
		t.Error(err)
	}
}

// A file that the archive cannot take in is told, also of a day that stops for
// another reason, and leaves no copy behind.
func TestAnArchiveThatTakesNothingIsTold(t *testing.T) {
	e, date := dayOfOneFile(t), calendar.Of(2026, 8, 15)
	if err := os.Symlink(filepath.Join(e.Config.Home, "no", "folder"), filepath.Join(e.Config.Home, "raw")); err != nil {
		t.Fatal(err)
	}
	files, err := e.fetchSource(context.Background(), e.Config.Source("bank"), date)
	if err != nil {
		t.Fatal(err)
	}
	kept := e.keep(context.Background(), files, date)
	if kept == nil || !strings.Contains(kept.Error(), "raw") {
		t.Fatalf("found %v, wanted trouble with the archive", kept)
	}
	if left, err := filepath.Glob(filepath.Join(e.Config.Home, "tmp", "*")); len(left) > 0 || err != nil {
		t.Errorf("left behind: %v %v", left, err)
	}
	refused := stop(state.Refused, "bank.csv: is no statement")
	if err := withKept(refused, kept); !errors.Is(err, kept) || errors.Is(err, refused) {
		t.Errorf("found %v", err)
	}
	other := errors.New("the engine has no memory")
	if err := withKept(other, kept); !errors.Is(err, kept) || !errors.Is(err, other) {
		t.Errorf("found %v", err)
	}
	if err := withKept(refused, nil); !errors.Is(err, refused) {
		t.Errorf("found %v", err)
	}
}

package serve

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
)

// What cannot be read is no page that is missing: who asks would take a break
// for closed.
func TestTroubleIsNotMissing(t *testing.T) {
	ctx := context.Background()
	home := t.TempDir()
	st, err := state.Open(ctx, filepath.Join(home, "state.db"), false)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	now := time.Date(2026, 8, 16, 12, 0, 0, 0, time.UTC)
	cfg := &config.Config{Home: home, Language: "en", Reconciliations: []config.Reconciliation{{Name: "shop"}}}
	server := &Server{Config: cfg, Now: func() time.Time { return now }}
	ask := func(path string, status int, text string) {
		t.Helper()
		r, w := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
		r.Host = "localhost"
		server.Handler().ServeHTTP(w, r)
		if w.Code != status || !strings.Contains(w.Body.String(), text) {
			t.Errorf("%s: found %d %s, wanted %d with %q", path, w.Code, w.Body, status, text)
		}
	}
	ask("/breaks/B1", http.StatusNotFound, "not open")
	ask("/runs/9", http.StatusNotFound, "no run 9")
	ask("/runs/nine", http.StatusNotFound, "no such page")

	run, err := st.BeginRun(ctx, state.Run{Command: "recon run", Engine: "v1", Config: "{}", StartedAt: now})
	if err != nil {
		t.Fatal(err)
	}
	key := state.DayKey{Reconciliation: "shop", Date: calendar.Of(2026, 8, 15), Version: 1}
	gone := state.ManifestRow{DayKey: key, Table: "break", Path: "versions/break/gone.parquet", SHA256: strings.Repeat("0", 64), Rows: 1}
	closed := gone
	closed.Table = "closed"
	if err := st.CommitDay(ctx, state.Day{DayKey: key, RunID: run, CommittedAt: now}, []state.ManifestRow{gone, closed}); err != nil {
		t.Fatal(err)
	}
	ask("/breaks/B1", http.StatusInternalServerError, "gone.parquet")
}

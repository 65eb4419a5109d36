package archive

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
)

func TestNewer(t *testing.T) {
	dir := t.TempDir()
	day := calendar.Of(2026, time.August, 15)
	done := time.Date(2026, 8, 16, 10, 15, 0, 0, time.UTC)
	for name, at := range map[string]time.Time{
		"orders_2026-08-13.csv":     done,                  // as old as the day: taken by it
		"orders_2026-08-14.csv":     done.Add(time.Second), // came after it
		"orders_2026-08-15.csv.tmp": done.Add(time.Hour),   // still being written
		"orders_2026-08-16.csv":     done.Add(time.Hour),   // of a day that is not done
		"notes.txt":                 done.Add(time.Hour),
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	src := &config.Source{Name: "orders", Fetch: config.Fetch{Dir: dir, Pattern: "orders_{yyyy-mm-dd}.csv*"}}
	since := map[calendar.Date]time.Time{day - 2: done, day - 1: done, day: done}
	got, err := Newer(dir, src, since)
	if err != nil || len(got) != 1 || got[0] != day-1 {
		t.Errorf("found %v %v, wanted %s", got, err, day-1)
	}
	src.Fetch.Dir = filepath.Join(dir, "none")
	if got, err := Newer(dir, src, since); err != nil || got != nil {
		t.Errorf("found %v %v without a folder", got, err)
	}
}

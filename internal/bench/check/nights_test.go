package check

import (
	"os"
	"path/filepath"
	"testing"

	"recon/fixtures/gen"
	"recon/internal/calendar"
	"recon/internal/cli"
	"recon/internal/config"
)

// nights runs nights of a home and compares each with the key.
func nights(t *testing.T, home string, first calendar.Date, n int) {
	t.Helper()
	for date := first; date < first+calendar.Date(n); date++ {
		code := cli.Main("recon", []string{"run", "--config", filepath.Join(home, "recon.yaml"), "--date", date.String()})
		if code != 0 && code != 3 {
			t.Fatalf("%s: exit code %d, wanted 0 or 3", date, code)
		}
		if err := Home(t.Context(), home, filepath.Join(home, "key"), date.String(), t.TempDir()); err != nil {
			t.Fatalf("%s: %v", date, err)
		}
	}
}

func TestCompanyComesToItsKey(t *testing.T) {
	home := t.TempDir()
	first := calendar.Of(2025, 8, 13)
	if err := gen.Company(home, first); err != nil {
		t.Fatal(err)
	}
	nights(t, home, first, gen.CompanyNights)
}

func TestHardDaysComeToTheirKey(t *testing.T) {
	first := calendar.Of(2025, 12, 31)
	for name, opts := range map[string]gen.Options{
		"twice, baskets, parts": {Rows: 2000, WeChatRows: 700, SkewedDuplicates: true, Baskets: true, PartRefunds: true, RareCharacters: true},
		"refunds, old columns":  {Rows: 1000, WeChatRows: 500, AllRefunds: true, LegacyWeChat: true, SummaryFirst: true, LongNames: true},
	} {
		t.Run(name, func(t *testing.T) {
			opts.Date, opts.Days, opts.Seed = first, 2, 11
			g, err := gen.New(opts)
			if err != nil {
				t.Fatal(err)
			}
			home := t.TempDir()
			if err := g.Write(home, gen.Beside{Key: true}); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(home, "recon.yaml"), config.Example(), 0o640); err != nil {
				t.Fatal(err)
			}
			nights(t, home, first, opts.Days)
		})
	}
}

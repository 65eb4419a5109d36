package chain

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
	"recon/report"
)

// A provider that sends nothing for a Saturday keeps nobody waiting for it, and
// whoever asks how late a day is hears the same.
func TestWeekendOfASourceThatComesOnWeekdays(t *testing.T) {
	ctx := context.Background()
	home := t.TempDir()
	st, err := state.Open(ctx, filepath.Join(home, "state.db"), false)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	saturday := calendar.Of(2026, 8, 15)
	sunday := saturday.Start(time.UTC).Add(24*time.Hour + 12*time.Hour)
	run, err := st.BeginRun(ctx, state.Run{Command: "recon run", Engine: "v1", Config: "{}", StartedAt: sunday})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ledgerDays string
		behind     bool
	}{{"", true}, {"weekdays", false}} { // an own export is awaited for every day, from its next hour on
		cfg := &config.Config{Home: home, Zone: "UTC", Language: report.English,
			Sources: []config.Source{{Name: "card", Side: "statement", Zone: "UTC"}, {Name: "bank", Side: "statement", Zone: "UTC", Days: "weekdays"},
				{Name: "orders", Side: "ledger", Zone: "UTC", Days: c.ledgerDays}},
			Reconciliations: []config.Reconciliation{{Name: "shop", Statement: []string{"card", "bank"}, Ledger: []config.LedgerUse{{Source: "orders"}}}}}
		e := &Engine{Config: cfg, State: st, Now: sunday, RunID: run}
		rec := &cfg.Reconciliations[0]
		err = st.RecordAttempt(ctx, state.Attempt{Reconciliation: "shop", Date: saturday, RunID: run, State: state.Failed, Message: "late", At: sunday})
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.Standing(ctx, rec)
		if err != nil {
			t.Fatal(err)
		}
		if (len(s.Behind) > 0) != c.behind || s.Next != saturday {
			t.Errorf("%q: found %v behind, next %s", c.ledgerDays, s.Behind, s.Next)
		}
		err = e.ReadMorning(ctx, saturday+1, func(m *report.Morning) error {
			a := m.Accounts[0]
			if late := a.Behind == saturday && a.State == report.Failed && a.Cause == "late"; late != c.behind {
				t.Errorf("%q: the morning says %+v", c.ledgerDays, a)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

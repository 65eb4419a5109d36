package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recon/internal/calendar"
)

// settled loads a settle section with a change to its text.
func settled(t *testing.T, old, replaced string) (*Settle, error) {
	t.Helper()
	text, err := os.ReadFile("testdata/company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("no %s in company.yaml", old)
	}
	c, err := load("recon.yaml", []byte(strings.Replace(string(text), old, replaced, 1)), "/home", formats)
	if err != nil {
		return nil, err
	}
	return c.Settle, nil
}

// TestSettle loads the section of the design.
func TestSettle(t *testing.T) {
	s := company(t, "testdata/company.yaml").Settle
	if s.StartMonth().String() != "2026-08" || s.Location().String() != "Europe/Berlin" || !s.Opening.None || s.Ledger.Snapshot {
		t.Errorf("start %s in %s, opening %v, snapshot %v", s.StartMonth(), s.Location(), s.Opening, s.Ledger.Snapshot)
	}
	want := Rail{
		Format: "sepa", Profile: "pain.001.001.09", Currencies: []string{"EUR"}, MaxPerFile: 1000, MaxAmount: "999999999.99",
		Debtor:    Debtor{Name: "Example Market GmbH", IBAN: "env:DEBTOR_IBAN", BIC: "COBADEFFXXX"},
		Execution: Execution{Calendar: "target", OffsetDays: 1}, Remittance: "{period} {rail_ref}",
	}
	if diff := cmp.Diff(want, s.Rails["sepa"]); diff != "" {
		t.Error(diff)
	}
	frozen := Choice{Column: "frozen", Values: map[string][]string{"yes": {"1"}, "no": {"0"}}}
	if diff := cmp.Diff(frozen, s.Payees.Table.Frozen); diff != "" {
		t.Error(diff)
	}
	if minor, ok := s.MinimumMinor("EUR"); minor != 1000 || !ok {
		t.Errorf("minimum %d %v", minor, ok)
	}
	if minor, ok := s.MaximumMinor("EUR"); minor != 5_000_000 || !ok {
		t.Errorf("maximum %d %v", minor, ok)
	}
	if minor, ok := s.MinimumMinor("USD"); minor != 0 || ok {
		t.Errorf("minimum of no currency %d %v", minor, ok)
	}
}

// TestMarket: a section with every other setting. Its minor units are those of
// the currency, and what a csv rail leaves out is not what sepa does.
func TestMarket(t *testing.T) {
	c := company(t, "testdata/market.yaml")
	s := c.Settle
	if minor, ok := s.MinimumMinor("JPY"); minor != 1000 || !ok {
		t.Errorf("minimum %d %v", minor, ok)
	}
	if minor, ok := s.MinimumMinor("USD"); minor != 0 || !ok {
		t.Errorf("a minimum of 0: %d %v", minor, ok)
	}
	if got := s.RailNames(); !cmp.Equal(got, []string{"bank", "sepa"}) {
		t.Errorf("rails %v", got)
	}
	bank := s.Rails["bank"]
	if bank.Profile != "" || bank.Execution.OffsetDays != 0 || bank.Template.Titles || !bank.Template.Columns[1].Need || s.Rules.Approval.Required {
		t.Errorf("%+v", bank)
	}
	if sepa := s.Rails["sepa"]; !sepa.ACSCIsPaid || sepa.BatchBooking != "no" || sepa.Profile != "pain.001.001.03" {
		t.Errorf("%+v", sepa)
	}
	folder := filepath.Dir(c.Home)
	got := []string{s.Home, s.Opening.Fetch.Dir, s.Ledger.Fetch.Dir, bank.Deliver.Dir, s.FingerprintKey, bank.Debtor.Account}
	want := []string{folder + "/data", folder + "/data/inbox/opening", folder + "/mnt/credits", folder + "/data/outbox", "file:" + folder + "/secrets/fingerprint", "file:" + folder + "/secrets/account"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestOpening: no word about the past, the word that there is none, and a file
// under a plain name or one with the month of the start.
func TestOpening(t *testing.T) {
	const line = "  opening: none "
	table := "table: { payee: p, currency: c, balance: { column: b, unit: minor } } }\n"
	for name, c := range map[string]struct{ line, want string }{
		"absent": {"", ""},
		"none":   {"  opening: none\n", "none"},
		"plain":  {`  opening: { dir: o, pattern: "opening.csv", ` + table, "/home/o opening.csv"},
		"month":  {`  opening: { dir: o, pattern: "o_{yyyy-mm}*.csv", ` + table, "/home/o o_2026-08*.csv"},
		"day":    {`  opening: { dir: o, pattern: "o_{yyyymmdd}.csv", ` + table, "/home/o o_20260801.csv"},
	} {
		s, err := settled(t, line, c.line+"  #")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		switch {
		case s.Opening != nil && s.Opening.None:
			got = "none"
		case s.Opening != nil:
			got = s.Opening.Fetch.Dir + " " + s.Opening.Fetch.Match(s.StartMonth().First())
		}
		if got != c.want {
			t.Errorf("%s: got %s, wanted %s", name, got, c.want)
		}
	}
}

// TestMonthlyFiles: {yyyy-mm} is the month of a file, as {yyyymm} is.
func TestMonthlyFiles(t *testing.T) {
	f := company(t, "testdata/company.yaml").Settle.Ledger.Fetch
	if got := f.Match(calendar.Of(2026, 8, 31)); got != "credits_2026-08.csv" {
		t.Error(got)
	}
	if got, ok := f.DateOf("credits_2026-08.csv"); !ok || got != calendar.Of(2026, 8, 1) {
		t.Errorf("%s %v", got, ok)
	}
	if got, ok := f.DateOf("credits_2026-08-01.csv"); ok {
		t.Errorf("a day's file is the month %s", got)
	}
	if got := f.Glob(); got != "credits_*.csv" {
		t.Error(got)
	}
}

// TestTimesWithoutZone: a layout that does not say how far its times are from
// UTC needs a zone, as settlement has no zone of its own for times.
func TestTimesWithoutZone(t *testing.T) {
	for layout, ok := range map[string]bool{
		"rfc3339": true, "unix": true, "unix_milli": true, "unix_micro": true, `"2006-01-02T15:04:05-0700"`: true, `"2006-01-02 15:04:05 Z07:00"`: true,
		`"2006-01-02 15:04:05"`: false, `"02.01.2006 15:04 MST"`: false, `"2006-01-02T15:04:05Z"`: false,
	} {
		if _, err := settled(t, "layout: rfc3339", "layout: "+layout); (err == nil) != ok {
			t.Errorf("%s: %v", layout, err)
		} else if err != nil && !strings.Contains(err.Error(), "times have no zone: add zone") {
			t.Errorf("%s: %v", layout, err)
		}
		if _, err := settled(t, "layout: rfc3339", "zone: UTC, layout: "+layout); err != nil {
			t.Errorf("%s with a zone: %v", layout, err)
		}
	}
}

func TestDebtorResolve(t *testing.T) {
	file := filepath.Join(t.TempDir(), "account")
	if err := os.WriteFile(file, []byte("6222020000001234567\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("RECON_TEST_IBAN", "DE89370400440532013000")
	got, err := Debtor{Name: "Market", IBAN: "env:RECON_TEST_IBAN", Account: "file:" + file, BIC: "COBADEFF"}.Resolve()
	want := Debtor{Name: "Market", IBAN: "DE89370400440532013000", Account: "6222020000001234567", BIC: "COBADEFF"}
	if err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, c := range []struct {
		debtor Debtor
		want   string
	}{
		{Debtor{IBAN: "env:RECON_TEST_NONE"}, "iban of the debtor: secret env:RECON_TEST_NONE: empty or not set"},
		{Debtor{Account: "file:" + file + ".none"}, "account of the debtor: secret: open " + file + ".none: no such file or directory"},
		{Debtor{IBAN: "DE89370400440532013000"}, "iban of the debtor: a secret must be env:NAME or file:PATH"},
	} {
		if got, err := c.debtor.Resolve(); err == nil || err.Error() != c.want || got != (Debtor{}) {
			t.Errorf("%+v: got %+v, %v", c.debtor, got, err)
		}
	}
}

package report

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A name must be safe in a folder whatever the payee is called.
func TestStatementNamesAreSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := StatementName(rapid.String().Draw(t, "payee"))
		if len(name) > 80 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			t.Fatalf("%q", name)
		}
	})
	seen := map[string]string{}
	for _, payee := range []string{"a", "A", "a ", "../a", "..", "", "a/b", "ab", "a\x00b", strings.Repeat("a", 99), strings.Repeat("a", 100)} {
		name := StatementName(payee)
		if len(name) > 80 {
			t.Errorf("%q is %d long", name, len(name))
		}
		if other, ok := seen[name]; ok {
			t.Errorf("%q and %q share %s", payee, other, name)
		}
		seen[name] = payee
	}
	if got := StatementName("seller-0001"); got != "statement-seller-0001-b7de9c3b47a5957d" {
		t.Error(got)
	}
}

func TestStatementThatDoesNotCloseIsRefused(t *testing.T) {
	st := sampleStatement(English)
	st.Accounts[0].ClosingMinor++
	if err := writeStatementPage(io.Discard, st); err == nil || !strings.Contains(err.Error(), `statement of "seller-0001" in EUR: the roll-forward leaves -1 unexplained`) {
		t.Error(err)
	}
}

func TestStatementEntriesOutOfOrderAreRefused(t *testing.T) {
	at := time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC)
	first, later := StatementEntry{"EUR", "b", "sale", "", at, 1}, StatementEntry{"EUR", "a", "sale", "", at.Add(1000), 1}
	for want, rows := range map[bool][]StatementEntry{true: {first, later}, false: {later, first}} {
		st := sampleStatement(English)
		st.Entries = Rows(rows)
		if err := writeStatementPage(io.Discard, st); (err == nil) != want {
			t.Errorf("page: %v", err)
		}
		if err := WriteStatementCSV(io.Discard, st); (err == nil) != want {
			t.Errorf("CSV: %v", err)
		}
	}
	if err := WriteStatementsCSV(io.Discard, Rows([]Statement{{Payee: "b"}, {Payee: "a"}})); err == nil {
		t.Error("payees out of order are taken")
	}
}

func TestStatementOfManyEntries(t *testing.T) {
	st := sampleStatement(English)
	st.Entries = many(listedMost+5, func(i int) StatementEntry {
		return StatementEntry{"EUR", fmt.Sprintf("e%05d", i), "sale", "", time.Unix(int64(i), 0), 1}
	})
	page := string(batchFile(t, writeStatementPage, st))
	if !strings.Contains(page, "and 5 more in statement.csv") || !strings.Contains(page, ">e00999<") || strings.Contains(page, ">e01000<") {
		t.Error("the page does not list the first thousand")
	}
	if rows := strings.Count(string(batchFile(t, WriteStatementCSV, st)), ",entry,"); rows != listedMost+5 {
		t.Errorf("%d entries in the file", rows)
	}
}

// A payee reads why nothing was paid, and nothing that is for our eyes only.
func TestStatementTellsThePayeeWhy(t *testing.T) {
	for _, l := range []string{English, Chinese} {
		for _, reason := range skipReasons {
			st := sampleStatement(l)
			st.Accounts[1].SkipReason = reason
			page := string(batchFile(t, writeStatementPage, st))
			if !strings.Contains(page, Word(l, "tell."+reason)) || strings.Contains(page, Word(l, "cause."+reason)) && Word(l, "cause."+reason) != Word(l, "tell."+reason) {
				t.Errorf("%s in %s", reason, l)
			}
		}
	}
}

func TestStatementsOfManyPayees(t *testing.T) {
	var out strings.Builder
	a, b := sampleStatement(English), sampleStatement(English)
	b.Payee = "seller-0002"
	if err := WriteStatementsCSV(&out, Rows([]Statement{a, b})); err != nil {
		t.Fatal(err)
	}
	one := string(batchFile(t, WriteStatementCSV, a))
	if got := strings.Count(out.String(), "\n"); got != 2*strings.Count(one, "\n")-1 || !strings.HasPrefix(out.String(), one) {
		t.Errorf("%d lines", got)
	}
}

package config

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"recon/internal/golden"
)

// TestCanonical: the rules that a batch keeps are the section, on any machine
// and to the letter.
func TestCanonical(t *testing.T) {
	for _, name := range []string{"company", "market", "plain"} {
		c := company(t, "testdata/"+name+".yaml")
		canonical := c.Settle.Canonical()
		golden.Check(t, "testdata/canonical-"+name+".json", indented(t, canonical))
		if folder, _ := filepath.Abs("."); bytes.Contains(canonical, []byte(folder)) {
			t.Errorf("%s: holds a path of this machine", name)
		}
		back, err := SettleFrom(canonical, c.Home)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.Settle, back); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		moved, err := SettleFrom(canonical, "/srv/elsewhere")
		if err != nil {
			t.Fatal(err)
		}
		if again := moved.Canonical(); !bytes.Equal(again, canonical) {
			t.Errorf("%s elsewhere: %s", name, again)
		}
		if want := "/srv/elsewhere/" + strings.TrimPrefix(c.Settle.Payees.Fetch.Dir, c.Home+"/"); moved.Payees.Fetch.Dir != want {
			t.Errorf("payees at %s, wanted %s", moved.Payees.Fetch.Dir, want)
		}
	}
}

// TestCanonicalLeavesTheSection: making the portable form changes no path of
// the section it is made of.
func TestCanonicalLeavesTheSection(t *testing.T) {
	c, before := company(t, "testdata/market.yaml"), company(t, "testdata/market.yaml")
	c.Settle.Canonical()
	if _, err := c.Effective(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, c); diff != "" {
		t.Error(diff)
	}
}

// TestCanonicalOfAnyText: whatever stands in a text comes back as it was.
func TestCanonicalOfAnyText(t *testing.T) {
	c := company(t, "testdata/market.yaml")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(1, 40, -1)
		s := *c.Settle
		s.Maker = text.Draw(t, "maker")
		s.Ledger.Table.EntryID.Column = text.Draw(t, "column")
		s.Ledger.Table.Kind.Values = map[string][]string{"sale": {text.Draw(t, "word")}}
		s.Rules.Minimum = map[string]string{"EUR": text.Draw(t, "minimum")}
		back, err := SettleFrom(s.Canonical(), s.Home)
		if err != nil {
			t.Fatalf("%s: %v", s.Canonical(), err)
		}
		if diff := cmp.Diff(&s, back); diff != "" {
			t.Fatalf("%s: %s", s.Canonical(), diff)
		}
	})
}

func TestSettleFromRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":               "the stored rules: empty",
		"[]":             "found a list",
		`{"zones": "x"}`: `unknown, did you mean "zone"`,
		"{":              "the stored rules:1:",
	} {
		_, err := SettleFrom([]byte(text), "/home")
		var faults *Error
		if !errors.As(err, &faults) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, wanted %s", text, err, want)
		}
	}
}

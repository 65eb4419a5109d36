package config

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recon/internal/golden"
)

func indented(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, append(text, '\n'), "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEffective(t *testing.T) {
	for _, name := range []string{"company", "bank"} {
		c := company(t, "testdata/"+name+".yaml")
		c.Sources[0].Password = "file:" + filepath.Join(c.Home, "secrets", "zip")
		effective, err := c.Effective()
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/effective-"+name+".json", indented(t, effective))
		golden.Check(t, "testdata/rules-"+name+".json", indented(t, c.RulesFor(c.Reconciliations[0].Name)))
	}
}

// TestEffectiveElsewhere: the machine's folders are not part of it.
func TestEffectiveElsewhere(t *testing.T) {
	text, err := os.ReadFile("testdata/company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var made []string
	for _, folder := range []string{"/srv/recon", "/home/li.na/x"} {
		c, err := load("recon.yaml", text, folder, formats)
		if err != nil {
			t.Fatal(err)
		}
		effective, err := c.Effective()
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, string(effective))
	}
	if made[0] != made[1] || strings.Contains(made[0], "srv") {
		t.Errorf("%s\n%s", made[0], made[1])
	}
}

// TestRulesFor: what changes the result of a day changes its rules, the rest does not.
func TestRulesFor(t *testing.T) {
	const same, other = true, false
	before := string(company(t, "testdata/company.yaml").RulesFor("alipay"))
	for name, c := range map[string]struct {
		change func(c *Config)
		same   bool
	}{
		"account":    {func(c *Config) { c.Sources[0].Account = "1" }, same},
		"ready":      {func(c *Config) { c.Sources[0].Ready = "11:00" }, same},
		"folder":     {func(c *Config) { c.Sources[0].Fetch.Dir = "/x" }, same},
		"memory":     {func(c *Config) { c.Limits.Memory = "1GiB" }, same},
		"cut":        {func(c *Config) { c.Sources[0].Cut = "23:00" }, other},
		"zone":       {func(c *Config) { c.Sources[1].Zone = "UTC" }, other},
		"compare":    {func(c *Config) { c.Sources[0].Compare = "received" }, other},
		"column":     {func(c *Config) { c.Sources[1].Table.OrderRef.Column = "x" }, other},
		"words":      {func(c *Config) { c.Sources[1].Table.Status.Values["paid"] = []string{"OK"} }, other},
		"ignore":     {func(c *Config) { c.Sources[1].Ignore.Values = []string{"X"} }, other},
		"where":      {func(c *Config) { c.Reconciliations[0].Ledger[0].Where.In = []string{"X"} }, other},
		"tolerance":  {func(c *Config) { c.Reconciliations[0].Tolerance.AmountMinor = 1 }, other},
		"due":        {func(c *Config) { c.Reconciliations[0].Due.RefundDays = 1 }, other},
		"cut window": {func(c *Config) { c.Reconciliations[0].Due.CutWindow = "5m" }, other},
	} {
		cfg := company(t, "testdata/company.yaml")
		c.change(cfg)
		if after := string(cfg.RulesFor("alipay")); (after == before) != c.same {
			t.Errorf("%s: wanted the same rules: %v\n%s", name, c.same, after)
		}
	}
	if rules := company(t, "testdata/company.yaml").RulesFor("none"); rules != nil {
		t.Errorf("rules of no reconciliation: %s", rules)
	}
}

func TestMasked(t *testing.T) {
	for account, want := range map[string]string{"": "", "1234567": "****", "12345678": "****5678", "20889999888877770156": "****0156", "账户一二三四五六": "****三四五六"} {
		if got := masked(account); got != want {
			t.Errorf("%q: got %q", account, got)
		}
	}
}

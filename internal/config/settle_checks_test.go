package config

import (
	"encoding/base64"
	"strings"
	"testing"
)

// TestSettleChecks holds what the forms of text take and refuse.
func TestSettleChecks(t *testing.T) {
	key := func(n int) string { return base64.StdEncoding.EncodeToString(make([]byte, n)) }
	for check, texts := range map[string]struct{ good, bad []string }{
		"month":        {[]string{"2026-08", "2000-01", "2199-12"}, []string{"", "2026-8", "2026-13", "1999-12", "2200-01", "2026-08-01"}},
		"public_key":   {[]string{key(32)}, []string{"", key(31), key(33), key(64), strings.TrimRight(key(32), "="), key(32)[:42] + "B=", "-----BEGIN PRIVATE KEY-----"}},
		"currency":     {[]string{"EUR", "JPY"}, []string{"", "eur", "EU", "EURO", "E1R"}},
		"country":      {[]string{"DE", "CN"}, []string{"", "de", "DEU", "D1"}},
		"bic":          {[]string{"COBADEFF", "COBADEFFXXX", "1234DE56"}, []string{"", "COBADEF", "COBADEFFX", "cobadeff", "COBA1EFF"}},
		"comma":        {[]string{",", ";", "|", "^", "tab", "\t"}, []string{"", ",,", "\"", "\n", "a", "1", "-", ".", " ", "，"}},
		"ending":       {[]string{"csv", "TXT", "7z"}, []string{"", ".csv", "a/b", "../x", "c v", "verylongx"}},
		"date_layout":  {[]string{"20060102", "2006-01-02", "02.01.2006", "2006/1/2"}, []string{"200601", "2006 02", "yyyymmdd", "20060101"}},
		"file_pattern": {[]string{"balances.csv", "b*.csv", "o_{yyyy-mm}.csv", "{yyyymmdd}.csv"}, []string{"", "a/b.csv", `a\b.csv`, "o_{yyyy}.csv", "{yyyymm}{yyyymm}", "[.csv"}},
		"remittance":   {[]string{"Payout", "{period} {payee} {rail_ref} {payout_key}"}, []string{"{Period}", "{name}", "{}"}},
	} {
		for _, text := range texts.good {
			if fault := checks[check](text); fault != "" {
				t.Errorf("%s %q: %s", check, text, fault)
			}
		}
		for _, text := range texts.bad {
			if checks[check](text) == "" {
				t.Errorf("%s %q is accepted", check, text)
			}
		}
	}
}

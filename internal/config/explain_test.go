package config

import (
	"testing"

	"recon/internal/calendar"
	"recon/internal/golden"
)

// TestExplain holds the sentences of the design's file and of one with every
// other setting, in both languages. The second date is a Saturday.
func TestExplain(t *testing.T) {
	for name, date := range map[string]calendar.Date{
		"company": calendar.Of(2026, 8, 14),
		"bank":    calendar.Of(2026, 8, 14),
		"closed":  calendar.Of(2026, 8, 15),
		"market":  calendar.Of(2026, 8, 14),
		"plain":   calendar.Of(2026, 8, 14),
	} {
		for _, language := range []string{"en", "zh-CN"} {
			t.Run(name+"."+language, func(t *testing.T) {
				file := name
				if name == "closed" {
					file = "bank"
				}
				text := Explain(company(t, "testdata/"+file+".yaml"), date, language)
				golden.Check(t, "testdata/explain-"+name+"."+language+".txt", []byte(text))
			})
		}
	}
}

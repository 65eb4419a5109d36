package config

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"recon/internal/golden"
)

const (
	keysBegin = "<!-- keys: begin -->\n"
	keysEnd   = "<!-- keys: end -->\n"
)

// sections are the types of the file in the order of the document.
var sections = []struct {
	title string
	value any
}{
	{"The file", Config{}},
	{"sources", Source{}},
	{"sources: fetch", Fetch{}},
	{"sources: table", Table{}},
	{"A field of a table", Field{}},
	{"A field with a closed list", Choice{}},
	{"An amount of a table", Amount{}},
	{"A time of a table", Instant{}},
	{"sources: ignore, reconciliations: where", Filter{}},
	{"sources: control", Control{}},
	{"reconciliations", Reconciliation{}},
	{"reconciliations: ledger", LedgerUse{}},
	{"reconciliations: tolerance", Tolerance{}},
	{"reconciliations: due", Due{}},
	{"reports", Reports{}},
	{"journal", Journal{}},
	{"journal: accounts, and each of journal: reconciliations", JournalAccounts{}},
	{"limits", Limits{}},
	{"mail", Mail{}},
	{"mail: to", MailGroup{}},
	{"chat", Chat{}},
	{"alert", Alert{}},
	{"telemetry", Telemetry{}},
	{"settle", Settle{}},
	{"settle: opening", openingFile{}},
	{"settle: opening: table", OpeningTable{}},
	{"settle: ledger", CreditSource{}},
	{"settle: ledger: table", CreditTable{}},
	{"settle: payees", PayeeSource{}},
	{"settle: payees: table", PayeeTable{}},
	{"settle: rules", SettleRules{}},
	{"settle: rules: approval", Approval{}},
	{"settle: people", Person{}},
	{"settle: rails", Rail{}},
	{"settle: rails: debtor", Debtor{}},
	{"settle: rails: execution", Execution{}},
	{"settle: rails: deliver", Deliver{}},
	{"settle: rails: template", Template{}},
	{"settle: rails: template: columns", TemplateColumn{}},
	{"settle: rails: result", ResultTable{}},
	{"settle: events", EventMapping{}},
}

// forms of text in words, by check.
var inWords = map[string]string{
	"address": "mail address", "host": "host", "link": "address of a page", "report_file": "name of a file of the report",
	"bic": "BIC", "clock": "time hh:mm", "comma": "one character, or tab", "country": "country code like DE", "currency": "currency code like EUR",
	"date_layout": "layout of a date", "ending": "letters and digits", "file_pattern": "file name, or a pattern", "month": "month yyyy-mm",
	"public_key": "public key in base64", "remittance": "text with placeholders",
	"duration": "length of time", "layout": "layout", "name": "name", "offset": "days",
	"pattern": "file name pattern", "secret": "`env:NAME` or `file:PATH`", "size": "size like 2GiB", "zone": "time zone",
}

// TestDocument keeps the keys in docs/configuration.md in step with the types.
func TestDocument(t *testing.T) {
	const path = "../../docs/configuration.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), keysBegin)
	_, after, ok2 := strings.Cut(rest, keysEnd)
	if !ok || !ok2 {
		t.Fatalf("%s: no place for the keys", path)
	}
	var b strings.Builder
	for _, s := range sections {
		writeSection(&b, s.title, reflect.TypeOf(s.value))
	}
	golden.Check(t, path, []byte(before+keysBegin+b.String()+"\n"+keysEnd+after))
}

// TestEveryTypeIsDescribed: a type that a key leads to has its section, and
// every key says what it means and what happens without it.
func TestEveryTypeIsDescribed(t *testing.T) {
	described := map[reflect.Type]bool{reflect.TypeFor[Opening](): true} // its file is openingFile
	for _, s := range sections {
		described[reflect.TypeOf(s.value)] = true
	}
	for _, s := range sections {
		v := reflect.TypeOf(s.value)
		for i := range v.NumField() {
			f := v.Field(i)
			if f.Tag.Get("yaml") == "" {
				continue
			}
			if t1 := element(f.Type); t1.Kind() == reflect.Struct && !described[t1] {
				t.Errorf("%s has no section", t1)
			}
			if f.Tag.Get("desc") == "" || f.Tag.Get("need")+f.Tag.Get("default")+f.Tag.Get("else") == "" {
				t.Errorf("%s.%s: no desc, or none of need, default, else", v, f.Name)
			}
			if check := f.Tag.Get("check"); check != "" && (checks[check] == nil || inWords[check] == "") {
				t.Errorf("%s.%s: check %s is not known", v, f.Name, check)
			}
		}
	}
}

func element(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	return t
}

func writeSection(b *strings.Builder, title string, t reflect.Type) {
	fmt.Fprintf(b, "\n### %s\n\n| key | value | without it | meaning |\n|---|---|---|---|\n", title)
	for i := range t.NumField() {
		f := t.Field(i)
		if key := f.Tag.Get("yaml"); key != "" {
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", key, valueInWords(f.Type, f.Tag), without(f.Tag), f.Tag.Get("desc"))
		}
	}
	if t == reflect.TypeFor[Choice]() {
		fmt.Fprintf(b, "| *a value* | list of text | the value does not occur | The export's own words for the value. |\n")
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Type == reflect.TypeFor[Choice]() {
			fmt.Fprintf(b, "\nValues of `%s`: `%s`.\n", f.Tag.Get("yaml"), strings.ReplaceAll(f.Tag.Get("words"), " ", "`, `"))
		}
	}
}

func valueInWords(t reflect.Type, tag reflect.StructTag) string {
	switch t {
	case reflect.TypeFor[Field]():
		return "column name, or a field of a table"
	case reflect.TypeFor[Choice]():
		return "a closed list"
	case reflect.TypeFor[[]LedgerUse]():
		return "list of source names or ledgers below"
	case reflect.TypeFor[*Opening]():
		return "`none`, or a file below"
	case reflect.TypeFor[map[string]string]():
		return "amounts by currency"
	}
	switch t.Kind() {
	case reflect.Slice:
		if t.Elem().Kind() == reflect.String {
			return "list of text"
		}
		return "list"
	case reflect.Struct, reflect.Pointer:
		return "section"
	case reflect.Map:
		return "sections by name"
	case reflect.Bool:
		return "`yes` or `no`"
	case reflect.String:
		return textInWords(tag)
	}
	words := "whole number"
	if tag.Get("min") == tag.Get("max") {
		return "`" + tag.Get("max") + "`"
	}
	if low, high := tag.Get("min"), tag.Get("max"); high != "" {
		words += fmt.Sprintf(" %s to %s", low, high)
	}
	return words
}

func textInWords(tag reflect.StructTag) string {
	if list := strings.Fields(tag.Get("oneof")); len(list) > 0 {
		return "`" + strings.Join(list, "` or `") + "`"
	}
	if words := inWords[tag.Get("check")]; words != "" {
		return words
	}
	return "text"
}

func without(tag reflect.StructTag) string {
	if tag.Get("need") != "" {
		return "*required*"
	}
	if text, ok := tag.Lookup("default"); ok {
		// Flags are written yes and no, whatever YAML calls them.
		return "`" + strings.NewReplacer("true", "yes", "false", "no").Replace(text) + "`"
	}
	return tag.Get("else")
}

package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"

	"recon/internal/golden"
)

func TestSchema(t *testing.T) {
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/schema.json", text)
}

// TestSchemaAccepts: what loads is valid, and a misspelt key is not.
func TestSchemaAccepts(t *testing.T) {
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]any
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	for name, text := range files(t) {
		if fault := valid(s, parsed(t, text), "$"); fault != "" {
			t.Errorf("%s: %s", name, fault)
		}
	}
	for _, change := range [][2]string{
		{"tolerance:", "tolerence:"}, {"unit: major", "unit: cents"}, {"{ const: payment }", "{ const: sale }"},
		{"version: 1", "version: 2"}, {"amount_minor: 0", "amount_minor: 1.5"}, {"name: orders", "name: Or/ders"},
		{"start: 2026-08", "start: 2026-13"}, {"opening: none", "opening: nothing"}, {"EUR: \"10.00\"", "eur: \"10.00\""},
		{"required: true", "required: maybe"}, {"sepa: {", "SEPA: {"}, {"offset_days: 1", "offset_days: 31"}, {"iban: \"env:", "iban: \"DE:"},
		{"may: [approve]", "may: [pay]"}, {"minimum: {EUR: \"10.00\"}", "minimum: {}"}, {"yes: [\"1\"]", "maybe: [\"1\"]"},
	} {
		broken := bytes.Replace(files(t)["company"], []byte(change[0]), []byte(change[1]), 1)
		if valid(s, parsed(t, broken), "$") == "" {
			t.Errorf("%s is accepted", change[1])
		}
	}
}

// files are configurations that load.
func files(t *testing.T) map[string][]byte {
	t.Helper()
	list := map[string][]byte{"example": Example(), "example with settle": withSettle(t), "example with mail": withMail(t), "example with journal": withSection(t, "journal")}
	for _, name := range []string{"company", "bank", "market", "plain"} {
		text, err := os.ReadFile("testdata/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		list[name] = text
	}
	return list
}

func parsed(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// valid checks a value against the part of JSON Schema that Schema uses, and
// says where it does not hold.
func valid(s map[string]any, v any, at string) string {
	if choices, ok := s["oneOf"].([]any); ok {
		hold := 0
		for _, c := range choices {
			if valid(c.(map[string]any), v, at) == "" {
				hold++
			}
		}
		if hold != 1 {
			return fmt.Sprintf("%s: %d of oneOf hold", at, hold)
		}
	}
	if want, ok := s["const"]; ok && v != want {
		return fmt.Sprintf("%s: %v is not %v", at, v, want)
	}
	if list, ok := s["enum"].([]any); ok && !slices.Contains(list, v) {
		return fmt.Sprintf("%s: %v not in enum", at, v)
	}
	if !ofType(s["type"], v) {
		return fmt.Sprintf("%s: %v is no %v", at, v, s["type"])
	}
	if form, ok := s["pattern"].(string); ok && !regexp.MustCompile(form).MatchString(fmt.Sprint(v)) {
		return fmt.Sprintf("%s: %v does not match %s", at, v, form)
	}
	switch v := v.(type) {
	case map[string]any:
		return validObject(s, v, at)
	case []any:
		for i, item := range v {
			if fault := valid(s["items"].(map[string]any), item, fmt.Sprintf("%s[%d]", at, i)); fault != "" {
				return fault
			}
		}
	case json.Number:
		n, _ := v.Int64()
		if high, ok := s["maximum"].(float64); ok && n > int64(high) {
			return fmt.Sprintf("%s: %v above %v", at, v, high)
		}
	}
	return ""
}

func validObject(s map[string]any, v map[string]any, at string) string {
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for _, key := range required {
		if _, ok := v[key.(string)]; !ok {
			return at + ": without " + key.(string)
		}
	}
	if least, ok := s["minProperties"].(float64); ok && len(v) < int(least) {
		return at + ": too few keys"
	}
	names, _ := s["propertyNames"].(map[string]any)
	others, _ := s["additionalProperties"].(map[string]any)
	for key, value := range v {
		if fault := valid(names, key, at+" key"); names != nil && fault != "" {
			return fault
		}
		p, ok := properties[key].(map[string]any)
		if !ok && others != nil {
			p, ok = others, true
		}
		if !ok && s["additionalProperties"] == false {
			return at + ": unknown " + key
		}
		if ok {
			if fault := valid(p, value, at+"."+key); fault != "" {
				return fault
			}
		}
	}
	return ""
}

func ofType(wanted, v any) bool {
	if list, ok := wanted.([]any); ok {
		return slices.ContainsFunc(list, func(w any) bool { return ofType(w, v) })
	}
	n, number := v.(json.Number)
	_, notWhole := n.Int64()
	got := map[string]bool{"integer": number && notWhole == nil, "number": number}
	switch v.(type) {
	case map[string]any:
		got["object"] = true
	case []any:
		got["array"] = true
	case string:
		got["string"] = true
	case bool:
		got["boolean"] = true
	}
	return wanted == nil || got[wanted.(string)]
}

package report

import (
	"html/template"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var escapedTwice = template.Must(template.New("").Parse(`<td data-l="{{.}}"><div>{{.}}</div></td>`))

func TestEscapedAsTheTemplateDoes(t *testing.T) {
	check := func(text string) {
		var wanted strings.Builder
		if err := escapedTwice.Execute(&wanted, text); err != nil {
			t.Fatal(err)
		}
		found := string(appendEscaped(nil, text))
		if found = `<td data-l="` + found + `"><div>` + found + `</div></td>`; found != wanted.String() {
			t.Fatalf("%q: found %s, wanted %s", text, found, wanted.String())
		}
	}
	for b := range 256 {
		check("a" + string([]byte{byte(b)}) + "z")
	}
	rapid.Check(t, func(t *rapid.T) {
		check(rapid.String().Draw(t, "text"))
		check(string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")))
	})
}

// What passes for in sight as it is must be what the rune by rune replacement leaves alone.
func TestPlainToSee(t *testing.T) {
	check := func(text string) {
		if wanted := sighted.String(text) == text; plainToSee([]byte(text)) && !wanted {
			t.Fatalf("%q: is not plain to see", text)
		}
	}
	for r := range rune(0x3000) {
		check("a" + string(r) + "z")
		check(string(r))
	}
	rapid.Check(t, func(t *rapid.T) { check(string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))) })
	if !plainToSee([]byte("长款 +1,234.00 · é\nx")) {
		t.Error("found something in a plain text")
	}
}

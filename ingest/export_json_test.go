package ingest

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// What the parser accepts is JSON, and it reads the same texts as
// encoding/json; objects of encoding/json are accepted, but for keys that
// stand twice and texts that hold half a character.
func FuzzJSONLine(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"a":"1","b":2}`, ` { "a" : "x\n\u00e9\ud83d\ude00" , "b" : -1.50e+3 } `, `{"a":null,"b":true,"c":[1,{"d":[]}],"e":{"f":{}}}`,
		`{"a":"\ud800"}`, `{"a":01}`, `{"a":"1","a":"2"}`, `{"a":1}x`, `{"a":`, `{"b":[1,2}`, `{"a":{"b":1}}`, `["a"]`, "{\"a\":\"\x01\"}", `{"a":-}`, `{"a":1.}`, `{"a":tru}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		b := &binder{columns: []string{"a", "b"}, cells: []int{0, 1}}
		cells := make([][]byte, 2)
		if _, err := newJSONLines(b, nil).split(line, cells, nil); err != nil {
			return
		}
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.UseNumber()
		var want map[string]any
		if err := decoder.Decode(&want); err != nil {
			t.Fatalf("%q was accepted, but %v", line, err)
		}
		for i, name := range b.columns {
			if got := bytes.ToValidUTF8(cells[i], []byte("\ufffd")); string(got) != jsonText(want[name]) && !bytes.ContainsRune(got, '\ufffd') {
				t.Errorf("%q: %s is %q, want %q", line, name, got, jsonText(want[name]))
			}
		}
	})
}

func jsonText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return map[bool]string{true: "true", false: "false"}[v]
	}
	return ""
}

func TestJSONLineFaults(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"a":1.10,"b":"x"}`, ""},
		{`{"a":1,"a":2}`, `key "a" stands twice in the row, wanted it once`},
		{`{"a":{"x":1}}`, `key "a" holds more than one value, wanted a text or a number`},
		{`{"c":[1,2`, "the row ends within the JSON object, wanted a comma or a closing bracket"},
		{`{"a":1} {"a":2}`, "not JSON at byte 9 of the row, wanted the end of the row"},
		{`{"a":010}`, "not JSON at byte 6 of the row, wanted a number"},
		{`{"a":NaN}`, "not JSON at byte 6 of the row, wanted a value"},
		{`{"c":` + strings.Repeat("[", 100) + `}`, "nested deeper than 64"},
		{`a,b`, "not JSON at byte 1 of the row, wanted an object in braces"},
	} {
		b := &binder{columns: []string{"a", "b"}, cells: []int{0, 1}}
		got := ""
		if _, err := newJSONLines(b, nil).split([]byte(c.line), make([][]byte, 2), nil); err != nil {
			got = err.Error()
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.line, got, c.want)
		}
	}
}

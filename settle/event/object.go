package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// object is a JSON object; its numbers are json.Number, their text as written.
type object map[string]any

// parse reads one object and nothing after it. A key that is there twice has
// its last value.
func parse(text []byte) (object, error) {
	if text[0] == '[' {
		return nil, errors.New("a JSON array, wanted one object per line")
	}
	if !utf8.Valid(text) {
		return nil, errors.New("not UTF-8")
	}
	if d := depth(text); d > maxDepth {
		return nil, fmt.Errorf("%d objects and arrays inside each other, wanted at most %d", d, maxDepth)
	}
	in := json.NewDecoder(bytes.NewReader(text))
	in.UseNumber()
	var o object
	if err := in.Decode(&o); err != nil {
		return nil, notJSON(err)
	}
	if o == nil {
		return nil, errors.New("null, wanted an object")
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something after the object, wanted one object per line")
	}
	return o, nil
}

// notJSON says where JSON breaks off, without the words of Go's decoder about Go's types.
func notJSON(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("no JSON object: byte %d: %s", syntax.Offset, syntax.Error())
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("no JSON object: it breaks off")
	}
	return errors.New("no JSON object, wanted one per line")
}

// depth is how many objects and arrays stand inside each other.
func depth(text []byte) int {
	at, most, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			at++
			most = max(most, at)
		case c == '}' || c == ']':
			at--
		}
	}
	return most
}

// at is the value at a path like data.object.id; a number is an element of an array.
func (o object) at(path string) any {
	var v any = map[string]any(o)
	for part := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// text is the string or number at a path, and "" when there is none.
func (o object) text(path string) string {
	switch v := o.at(path).(type) {
	case string:
		return strings.TrimSpace(v)
	case json.Number:
		return v.String()
	}
	return ""
}

// needed is the string or number at a path.
func (o object) needed(path string) (string, error) {
	if text := o.text(path); text != "" {
		return text, nil
	}
	return "", fmt.Errorf("%s: not there, wanted a text or number", path)
}

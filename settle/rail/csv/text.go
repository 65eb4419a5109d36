package csv

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// text is a text of the template: literals and fields.
type text struct {
	parts   []part
	pattern *regexp.Regexp // of filled texts; nil: the text is one part
}

// part is a literal, or a field that is filled in.
type part struct {
	literal string
	field   string
	yes, no string // of {corporate:1|2}: what stands for a company, and for a person
}

// fields are what a text may hold, by name.
type fields[T any] map[string]func(T) string

// parse reads a text with {fields}. Errors say what is wrong with it, and not
// where.
func parse[T any](s string, known fields[T]) (text, error) {
	var t text
	for s != "" {
		literal, rest, found := strings.Cut(s, "{")
		if strings.Contains(literal, "}") {
			return text{}, errors.New("a } without a { before it")
		}
		if literal != "" {
			t.parts = append(t.parts, part{literal: literal})
		}
		if !found {
			break
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed {
			return text{}, errors.New("a { without a } after it")
		}
		p, err := field(name, known)
		if err != nil {
			return text{}, err
		}
		t.parts, s = append(t.parts, p), after
	}
	return t, t.compile()
}

// numbers are the fields that are read back out of a file. They must be told
// from what stands beside them.
var numbers = map[string]string{
	"amount": `(\d+(?:\.\d+)?)`, "amount_minor": `(\d+)`, "row": `(\d+)`,
	"total": `(\d+(?:\.\d+)?)`, "total_minor": `(\d+)`, "count": `(\d+)`,
}

// compile makes the pattern by which a filled text is read back.
func (t *text) compile() error {
	var pattern strings.Builder
	for i, p := range t.parts {
		group := numbers[p.field]
		switch {
		case p.field == "":
			pattern.WriteString(regexp.QuoteMeta(p.literal))
		case i > 0 && t.parts[i-1].field != "" && (group != "" || numbers[t.parts[i-1].field] != ""):
			return fmt.Errorf("{%s} directly beside {%s}, wanted something between them", t.parts[i-1].field, p.field)
		case group != "":
			pattern.WriteString(group)
		case p.field == corporate:
			pattern.WriteString("(" + regexp.QuoteMeta(p.yes) + "|" + regexp.QuoteMeta(p.no) + ")")
		default:
			pattern.WriteString("(.*?)")
		}
	}
	if len(t.parts) > 1 {
		t.pattern = regexp.MustCompile("^" + pattern.String() + "$")
	}
	return nil
}

// held is what a field of a text was filled with.
type held struct{ field, value string }

// extract takes the fields out of a filled text. It is not ok when the text
// cannot have been filled so.
func (t text) extract(filled string) (list []held, ok bool) {
	values := []string{filled, filled}
	switch {
	case len(t.parts) == 0:
		return nil, filled == ""
	case t.pattern != nil:
		values = t.pattern.FindStringSubmatch(filled)
	case t.parts[0].field == "":
		return nil, filled == t.parts[0].literal
	}
	if values == nil {
		return nil, false
	}
	for _, p := range t.parts {
		if p.field == "" {
			continue
		}
		value := values[len(list)+1]
		if p.field == corporate && value != p.yes && value != p.no {
			return nil, false
		}
		list = append(list, held{p.field, value})
	}
	return list, true
}

// field reads what stands between braces.
func field[T any](inside string, known fields[T]) (part, error) {
	name, words, worded := strings.Cut(inside, ":")
	yes, no, two := strings.Cut(words, "|")
	if known[name] == nil || worded && (name != corporate || !two) {
		return part{}, fmt.Errorf("{%s} is not known, wanted one of %s", inside, strings.Join(names(known), " "))
	}
	if name == corporate && !worded {
		yes, no = "yes", "no"
	}
	return part{field: name, yes: yes, no: no}, nil
}

func names[T any](known fields[T]) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if list = append(list, "{"+name+"}"); name == corporate {
			list = append(list, "{corporate:1|2}")
		}
	}
	return list
}

// fill puts values in the place of fields.
func fill[T any](t text, known fields[T], from T) string {
	if len(t.parts) == 1 {
		return fillPart(t.parts[0], known, from)
	}
	var out strings.Builder
	for _, p := range t.parts {
		out.WriteString(fillPart(p, known, from))
	}
	return out.String()
}

func fillPart[T any](p part, known fields[T], from T) string {
	if p.field == "" {
		return p.literal
	}
	value := known[p.field](from)
	switch {
	case p.field != corporate:
		return value
	case value == "yes":
		return p.yes
	}
	return p.no
}

// has reports whether a text holds a field.
func (t text) has(name string) bool {
	return slices.ContainsFunc(t.parts, func(p part) bool { return p.field == name })
}

// open reports whether a text begins with a field, whose first character comes
// from somebody else.
func (t text) open() bool { return len(t.parts) > 0 && t.parts[0].field != "" }

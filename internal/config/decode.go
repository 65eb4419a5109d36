package config

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// noAnchors is said of anchors and aliases, which can make a small file
// endlessly large, and of tags.
const noAnchors = "anchors, aliases and tags are not supported, write the value out"

// reader is a type with its own form in YAML.
type reader interface {
	read(d *document, path string, n ast.Node, tag reflect.StructTag)
}

// value reads a node into v, by the type of v and the tag of its field.
func (d *document) value(path string, n ast.Node, v reflect.Value, tag reflect.StructTag) {
	if _, ok := d.lines[path]; !ok {
		d.lines[path] = lineOf(n)
	}
	switch n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		d.at(path, noAnchors)
		return
	}
	if r, ok := v.Addr().Interface().(reader); ok {
		r.read(d, path, n, tag)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.value(path, n, v.Elem(), tag)
	case reflect.Struct:
		d.mapping(path, n, v)
	case reflect.Slice:
		d.list(path, n, v, tag)
	case reflect.Map:
		d.named(path, n, v, tag)
	case reflect.String:
		d.text(path, n, v, tag)
	case reflect.Bool:
		d.flag(path, n, v)
	default:
		d.number(path, n, v, tag)
	}
}

// mapping reads a struct: its defaults, then the keys that stand in the file.
func (d *document) mapping(path string, n ast.Node, v reflect.Value) {
	setDefaults(v)
	fields := map[string]int{}
	var keys []string
	for i := range v.NumField() {
		if key := v.Type().Field(i).Tag.Get("yaml"); key != "" {
			fields[key] = i
			keys = append(keys, key)
		}
	}
	seen, ok := d.pairs(path, n, keys, func(key string, value ast.Node) {
		i := fields[key]
		d.value(under(path, key), value, v.Field(i), v.Type().Field(i).Tag)
	})
	if !ok {
		return
	}
	for _, key := range keys {
		tag := v.Type().Field(fields[key]).Tag
		if tag.Get("need") != "" && !slices.Contains(seen, key) {
			d.at(path, fmt.Sprintf("key %q: missing. %s", key, tag.Get("desc")))
		}
	}
}

// pairs calls f for every known key of a mapping and returns the keys that
// stand there, misspelt ones under the name they were meant to have.
func (d *document) pairs(path string, n ast.Node, known []string, f func(string, ast.Node)) (seen []string, ok bool) {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		d.wrong(path, n, "a mapping with the keys "+strings.Join(known, ", "))
		return nil, false
	}
	for _, pair := range m.Values {
		key, line := pair.Key.GetToken().Value, lineOf(pair.Key)
		if _, ok := pair.Key.(*ast.StringNode); !ok || !slices.Contains(known, key) {
			d.faults = append(d.faults, Fault{line, fmt.Sprintf("key %q: %s", key, unknown(key, known))})
			seen = append(seen, Nearest(key, known))
			continue
		}
		seen = append(seen, key)
		d.lines[under(path, key)] = line
		if _, ok := scalar(pair.Value); ok {
			d.lines[under(path, key)] = lineOf(pair.Value)
		}
		f(key, pair.Value)
	}
	return seen, true
}

// wrong notes a value of the wrong shape.
func (d *document) wrong(path string, n ast.Node, wanted string) {
	key := keyOf(path)
	if key == "" {
		d.at(path, found(n)+", wanted "+wanted)
		return
	}
	d.at(path, fmt.Sprintf("key %q: %s, wanted %s", key, found(n), wanted))
}

// list reads a sequence, which must hold something.
func (d *document) list(path string, n ast.Node, v reflect.Value, tag reflect.StructTag) {
	s, ok := n.(*ast.SequenceNode)
	if !ok || len(s.Values) == 0 {
		d.wrong(path, n, "a list with at least one element, like [A, B]")
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(s.Values), len(s.Values)))
	for i, item := range s.Values {
		d.value(fmt.Sprintf("%s[%d]", path, i), item, v.Index(i), tag)
	}
}

// named reads a map, whose keys have the form of the check that the tag keys
// names. An entry with another key is left out.
func (d *document) named(path string, n ast.Node, v reflect.Value, tag reflect.StructTag) {
	m, ok := n.(*ast.MappingNode)
	if !ok || len(m.Values) == 0 {
		d.wrong(path, n, "a mapping with at least one key")
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for _, pair := range m.Values {
		key, ok := scalar(pair.Key)
		text := "wanted a plain text"
		if ok {
			text = checks[tag.Get("keys")](key)
		}
		if text != "" {
			d.faults = append(d.faults, Fault{lineOf(pair.Key), fmt.Sprintf("key %q: %s", pair.Key.GetToken().Value, text)})
			continue
		}
		d.lines[under(path, key)] = lineOf(pair.Key)
		element := reflect.New(v.Type().Elem()).Elem()
		d.value(under(path, key), pair.Value, element, tag)
		v.SetMapIndex(reflect.ValueOf(key), element)
	}
}

// flag reads yes or no. YAML's true and false are the same.
func (d *document) flag(path string, n ast.Node, v reflect.Value) {
	s, ok := scalar(n)
	switch {
	case s == "yes" || s == "true":
		v.SetBool(true)
	case s == "no" || s == "false":
		v.SetBool(false)
	case ok:
		d.bad(path, s, "wanted yes or no")
	default:
		d.wrong(path, n, "yes or no")
	}
}

// text reads a string; a value that its tag does not allow is left out.
func (d *document) text(path string, n ast.Node, v reflect.Value, tag reflect.StructTag) {
	s, ok := scalar(n)
	if !ok || s == "" {
		d.wrong(path, n, "text")
		return
	}
	if list := strings.Fields(tag.Get("oneof")); len(list) > 0 && !slices.Contains(list, s) {
		d.bad(path, s, unknown(s, list))
		return
	}
	if check := checks[tag.Get("check")]; check != nil {
		if text := check(s); text != "" {
			d.badChecked(path, s, text, tag)
			return
		}
	}
	v.SetString(s)
}

// badChecked notes a refused text; one that may be a secret, or a private key
// in the place of a public one or a password in an address, is not repeated.
func (d *document) badChecked(path, value, text string, tag reflect.StructTag) {
	if check := tag.Get("check"); check == "secret" || check == "public_key" || check == "link" {
		d.at(path, keyOf(path)+" "+text)
		return
	}
	d.bad(path, value, text)
}

// number reads a whole number within the bounds of its tag.
func (d *document) number(path string, n ast.Node, v reflect.Value, tag reflect.StructTag) {
	s, ok := scalar(n)
	if !ok {
		d.wrong(path, n, "a whole number")
		return
	}
	number, err := strconv.ParseInt(s, 10, v.Type().Bits())
	if err != nil {
		d.bad(path, s, "wanted a whole number")
		return
	}
	if low, err := strconv.ParseInt(tag.Get("min"), 10, 64); err == nil && number < low {
		d.bad(path, s, fmt.Sprintf("wanted at least %d", low))
		return
	}
	if high, err := strconv.ParseInt(tag.Get("max"), 10, 64); err == nil && number > high {
		d.bad(path, s, fmt.Sprintf("wanted at most %d", high))
		return
	}
	v.SetInt(number)
}

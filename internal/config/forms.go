package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// read accepts a column's name, {column: ...} or {const: ...}.
func (f *Field) read(d *document, path string, n ast.Node, _ reflect.StructTag) {
	if s, ok := scalar(n); ok && s != "" {
		f.Column = s
		return
	}
	if _, ok := n.(*ast.MappingNode); !ok {
		d.wrong(path, n, "a column's name, {column: NAME} or {const: TEXT}")
		return
	}
	type keys Field // the same fields without this method
	d.mapping(path, n, reflect.ValueOf((*keys)(f)).Elem())
	d.oneOf(path, "column", "const")
}

// read accepts a source's name or {source: ..., where: ...}.
func (u *LedgerUse) read(d *document, path string, n ast.Node, _ reflect.StructTag) {
	if s, ok := scalar(n); ok && s != "" {
		u.Source = s
		return
	}
	if _, ok := n.(*ast.MappingNode); !ok {
		d.wrong(path, n, "a source's name or {source: NAME, where: {column: NAME, in: [VALUE]}}")
		return
	}
	type keys LedgerUse
	d.mapping(path, n, reflect.ValueOf((*keys)(u)).Elem())
}

// read accepts {column: ..., in: [...]} and {column: ..., values: [...]}.
func (f *Filter) read(d *document, path string, n ast.Node, _ reflect.StructTag) {
	type keys Filter
	d.mapping(path, n, reflect.ValueOf((*keys)(f)).Elem())
	if _, ok := n.(*ast.MappingNode); ok {
		d.oneOf(path, "in", "values")
	}
}

// read accepts {const: WORD} and {column: NAME, WORD: [the export's words]},
// where WORD is one of the words of the field's tag.
func (c *Choice) read(d *document, path string, n ast.Node, tag reflect.StructTag) {
	words := strings.Fields(tag.Get("words"))
	if _, ok := n.(*ast.MappingNode); !ok {
		d.wrong(path, n, fmt.Sprintf("{const: %s} or {column: NAME, %s: [the export's words]}", words[0], words[0]))
		return
	}
	c.Values = map[string][]string{}
	d.pairs(path, n, append([]string{"column", "const"}, words...), func(key string, value ast.Node) {
		c.readKey(d, under(path, key), key, value, words)
	})
	d.oneOf(path, "column", "const")
	c.check(d, path, words)
}

func (c *Choice) readKey(d *document, path, key string, n ast.Node, words []string) {
	switch key {
	case "column":
		d.value(path, n, reflect.ValueOf(&c.Column).Elem(), "")
	case "const":
		oneof := reflect.StructTag(`oneof:"` + strings.Join(words, " ") + `"`)
		d.value(path, n, reflect.ValueOf(&c.Const).Elem(), oneof)
	default:
		var theirs []string
		d.value(path, n, reflect.ValueOf(&theirs).Elem(), "")
		c.Values[key] = theirs
	}
}

// check refuses a column without words, words beside a constant, and a word of
// the export that stands for two of ours.
func (c *Choice) check(d *document, path string, words []string) {
	if c.Const != "" && len(c.Values) > 0 {
		d.at(path, fmt.Sprintf("key %q: const and words of a column, wanted one of them", keyOf(path)))
	}
	if c.Column != "" && len(c.Values) == 0 {
		d.at(path, fmt.Sprintf("key %q: a column without words, wanted {column: %s, %s: [the export's words]}", keyOf(path), c.Column, words[0]))
	}
	meaning := map[string]string{}
	for _, ours := range words {
		for _, theirs := range c.Values[ours] {
			if other, ok := meaning[theirs]; ok && theirs != "" {
				d.bad(under(path, ours), theirs, "stands for "+other+" too, wanted one meaning")
			}
			meaning[theirs] = ours
		}
	}
	if len(c.Values) == 0 {
		c.Values = nil
	}
}

// oneOf notes a mapping that has not exactly one of two keys.
func (d *document) oneOf(path string, keys ...string) {
	set := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return !d.has(under(path, key)) })
	if len(set) != 1 {
		d.at(path, fmt.Sprintf("key %q: wanted exactly one of %s", keyOf(path), strings.Join(keys, " and ")))
	}
}

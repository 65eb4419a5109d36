package config

import (
	"reflect"

	"github.com/goccy/go-yaml/ast"
)

// openingNone is the text that states that there is no past.
const openingNone = "none"

// read accepts none or {dir: ..., pattern: ..., table: ...}.
func (o *Opening) read(d *document, path string, n ast.Node, _ reflect.StructTag) {
	if s, ok := scalar(n); ok && s == openingNone {
		o.None = true
		return
	}
	if _, ok := n.(*ast.MappingNode); !ok {
		d.wrong(path, n, "none or {dir: FOLDER, pattern: NAME, table: {...}}")
		return
	}
	var f openingFile
	d.mapping(path, n, reflect.ValueOf(&f).Elem())
	o.Fetch, o.Charset, o.Table = Fetch{Dir: f.Dir, Pattern: f.Pattern, DateOffset: "0d"}, f.Charset, f.Table
}

// plain is what read accepts.
func (o Opening) plain() any {
	if o.None {
		return openingNone
	}
	return plain(reflect.ValueOf(openingFile{o.Fetch.Dir, o.Fetch.Pattern, o.Charset, o.Table}))
}

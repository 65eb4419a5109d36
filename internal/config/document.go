package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// document is one file while it is read: the line of every value that stands
// in it, by its path like sources[0].zone, and what is wrong so far.
type document struct {
	lines  map[string]int
	faults []Fault
}

// parse reads the text into its top node, nil with a fault when it is no YAML
// mapping. The parser's own messages quote the lines around an error, which
// may hold a secret, so only its plain sentence is used.
func (d *document) parse(text []byte) ast.Node {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		line, text := 1, "no YAML"
		var syntax *yaml.SyntaxError
		if errors.As(err, &syntax) {
			line, text = syntax.Token.Position.Line, syntax.Message
		}
		d.faults = append(d.faults, Fault{line, text})
		return nil
	}
	var body ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if body != nil {
			d.faults = append(d.faults, Fault{lineOf(doc.Body), "second document, wanted one"})
			return nil
		}
		body = doc.Body
	}
	if body == nil {
		d.faults = append(d.faults, Fault{0, "empty, `recon init` writes a first configuration"})
	}
	return body
}

// at notes a fault of the value at path.
func (d *document) at(path, text string) {
	d.faults = append(d.faults, Fault{d.line(path), text})
}

// bad notes a fault of a scalar: key "value": text.
func (d *document) bad(path, value, text string) {
	d.at(path, fmt.Sprintf("%s %q: %s", keyOf(path), value, text))
}

// has reports whether a value stands in the file at path.
func (d *document) has(path string) bool {
	_, ok := d.lines[path]
	return ok
}

// line is the line of the value at path, or of the nearest value around it.
func (d *document) line(path string) int {
	for path != "" {
		if n, ok := d.lines[path]; ok {
			return n
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return d.lines[""]
}

// keyOf is the last key of a path: statement of reconciliations[0].statement[1].
func keyOf(path string) string {
	key := path[strings.LastIndexByte(path, '.')+1:]
	key, _, _ = strings.Cut(key, "[")
	return key
}

// under is the path of a key of the mapping at path.
func under(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func lineOf(n ast.Node) int { return n.GetToken().Position.Line }

// found says in words what stands where something else is wanted.
func found(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode:
		return "found a mapping"
	case *ast.SequenceNode:
		return "found a list"
	case *ast.NullNode:
		return "found nothing"
	}
	return "found a single value"
}

// scalar is the text of a single value as it is written, false for anything
// else. Numbers and true keep their spelling, so that 0123 stays 0123.
func scalar(n ast.Node) (string, bool) {
	switch s := n.(type) {
	case *ast.StringNode:
		return s.Value, true
	case *ast.LiteralNode:
		return s.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

package config

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
)

// Schema is the JSON Schema (draft 2020-12) of the file, for editors, made
// from the types and their tags.
func Schema() ([]byte, error) {
	s := schemaOf(reflect.TypeFor[Config](), "")
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "recon.yaml"
	s["description"] = "Settings of recon and settle: one file per company."
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(s)
	return b.Bytes(), err
}

type schema = map[string]any

// schemaOf is the schema of a value of type t whose field has the tag.
func schemaOf(t reflect.Type, tag reflect.StructTag) schema {
	switch t {
	case reflect.TypeFor[Field](), reflect.TypeFor[LedgerUse]():
		return schema{"oneOf": []schema{{"type": scalarTypes}, structSchema(t)}}
	case reflect.TypeFor[Choice]():
		return choiceSchema(t, tag)
	case reflect.TypeFor[Opening]():
		return schema{"oneOf": []schema{{"const": openingNone}, structSchema(reflect.TypeFor[openingFile]())}}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem(), tag)
	case reflect.Struct:
		return structSchema(t)
	case reflect.Slice:
		return schema{"type": "array", "minItems": 1, "items": schemaOf(t.Elem(), tag)}
	case reflect.Map:
		return mapSchema(t, tag)
	case reflect.String:
		return textSchema(tag)
	case reflect.Bool:
		return schema{"enum": []any{true, false, "yes", "no"}}
	}
	return numberSchema(tag)
}

// scalarTypes are what a text may be in YAML: 0123 and true are read as they
// are written.
var scalarTypes = []string{"string", "number", "boolean"}

func structSchema(t reflect.Type) schema {
	properties, required := schema{}, []string{}
	for i := range t.NumField() {
		f := t.Field(i)
		key := f.Tag.Get("yaml")
		if key == "" {
			continue
		}
		p := schemaOf(f.Type, f.Tag)
		p["description"] = f.Tag.Get("desc")
		if text, ok := f.Tag.Lookup("default"); ok {
			p["default"] = defaultValue(f.Type, text)
		}
		properties[key] = p
		if f.Tag.Get("need") != "" {
			required = append(required, key)
		}
	}
	s := schema{"type": "object", "additionalProperties": false, "properties": properties}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

// mapSchema is a map whose keys have the form of a check.
func mapSchema(t reflect.Type, tag reflect.StructTag) schema {
	keys := schema{"pattern": forms[tag.Get("keys")]}
	return schema{"type": "object", "minProperties": 1, "propertyNames": keys, "additionalProperties": schemaOf(t.Elem(), "")}
}

// choiceSchema is {const: WORD} or {column: NAME, WORD: [...]}.
func choiceSchema(t reflect.Type, tag reflect.StructTag) schema {
	words := strings.Fields(tag.Get("words"))
	column, _ := t.FieldByName("Column")
	mapped := schema{"column": schema{"type": scalarTypes, "description": column.Tag.Get("desc")}}
	for _, word := range words {
		mapped[word] = schema{
			"type": "array", "minItems": 1, "items": schema{"type": scalarTypes},
			"description": "The export's own words for " + word + ".",
		}
	}
	fixed := schema{"const": schema{"enum": words, "description": "The same value for every row."}}
	return schema{"oneOf": []schema{
		{"type": "object", "additionalProperties": false, "required": []string{"const"}, "properties": fixed},
		{"type": "object", "additionalProperties": false, "required": []string{"column"}, "minProperties": 2, "properties": mapped},
	}}
}

// forms are the patterns of the checks that a pattern can express.
var forms = map[string]string{
	"bic":         bicForm.String(),
	"clock":       `^([01][0-9]|2[0-3]):[0-5][0-9]$`,
	"comma":       commaForm.String(),
	"country":     countryForm.String(),
	"currency":    `^[A-Z]{3}$`,
	"ending":      endingForm.String(),
	"host":        hostForm.String(),
	"link":        `^https?://[^?#@]+$`,
	"month":       `^2[01][0-9]{2}-(0[1-9]|1[0-2])$`,
	"public_key":  `^[A-Za-z0-9+/]{43}=$`,
	"name":        nameForm.String(),
	"offset":      `^([0-9]|[12][0-9]|3[01])d$`,
	"report_file": reportFileForm.String(),
	"secret":      `^(env|file):.+$`,
	"size":        sizeForm.String(),
}

func textSchema(tag reflect.StructTag) schema {
	if list := strings.Fields(tag.Get("oneof")); len(list) > 0 {
		return schema{"enum": list}
	}
	check := tag.Get("check")
	if check == "" {
		return schema{"type": scalarTypes}
	}
	s := schema{"type": "string"}
	if form := forms[check]; form != "" {
		s["pattern"] = form
	}
	return s
}

func numberSchema(tag reflect.StructTag) schema {
	s := schema{"type": "integer"}
	for key, name := range map[string]string{"min": "minimum", "max": "maximum"} {
		if n, err := strconv.ParseInt(tag.Get(key), 10, 64); err == nil {
			s[name] = n
		}
	}
	return s
}

func defaultValue(t reflect.Type, text string) any {
	if t.Kind() == reflect.Bool {
		return text == "true"
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && t.Kind() != reflect.String {
		return n
	}
	return text
}

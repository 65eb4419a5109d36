package config

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
)

// Effective is the whole configuration as canonical JSON: keys sorted, absent
// values left out, the same bytes on every machine. Secrets stay references,
// account numbers keep their last four characters, paths are relative to home.
func (c *Config) Effective() ([]byte, error) {
	e := *c
	e.Home = "."
	e.Sources = slices.Clone(c.Sources)
	for i := range e.Sources {
		s := &e.Sources[i]
		s.Account = masked(s.Account)
		s.Fetch.Dir = relative(c.Home, s.Fetch.Dir)
		s.Password = relativeSecret(c.Home, s.Password)
	}
	if c.Mail != nil {
		e.Mail = c.Mail.portable(c.Home)
	}
	e.Chat = c.portableChat()
	e.Telemetry = c.Telemetry.portable(c.Home)
	if c.Settle != nil {
		settle := c.Settle.portable()
		e.Settle = &settle
	}
	return json.Marshal(plain(reflect.ValueOf(e)))
}

// RulesFor is what of the configuration changes the result of a day of a
// reconciliation, as canonical JSON: formats, mappings, zones, day cuts,
// routes, tolerance and due. It is nil for a name that does not exist.
func (c *Config) RulesFor(reconciliation string) []byte {
	r := c.Reconciliation(reconciliation)
	if r == nil {
		return nil
	}
	rules := map[string]any{"tolerance": plain(reflect.ValueOf(r.Tolerance)), "due": plain(reflect.ValueOf(r.Due))}
	var statements, ledgers []any
	for _, name := range r.Statement {
		statements = append(statements, c.sourceRules(name))
	}
	for _, use := range r.Ledger {
		rules := c.sourceRules(use.Source)
		if use.Where != nil {
			rules["where"] = plain(reflect.ValueOf(*use.Where))
		}
		ledgers = append(ledgers, rules)
	}
	rules["statement"], rules["ledger"] = statements, ledgers
	text, err := json.Marshal(rules)
	if err != nil {
		panic(err) // maps, lists, texts and whole numbers always marshal
	}
	return text
}

// sourceRules are the settings of a source that change what its rows become.
func (c *Config) sourceRules(name string) map[string]any {
	s := c.Source(name)
	if s == nil {
		return map[string]any{"name": name}
	}
	rules := plain(reflect.ValueOf(*s)).(map[string]any)
	for _, key := range []string{"side", "account", "ready", "days", "password", "fetch", "control"} {
		delete(rules, key)
	}
	return rules
}

// plain turns settings into maps, lists, texts and whole numbers under their
// names in the file. Texts, lists and sections that are absent are left out;
// numbers and flags are kept, as 0 and no are values.
func plain(v reflect.Value) any {
	if opening, ok := v.Interface().(Opening); ok {
		return opening.plain()
	}
	switch v.Kind() {
	case reflect.Pointer:
		return plain(v.Elem())
	case reflect.Map:
		return plainMap(v)
	case reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = plain(v.Index(i))
		}
		return list
	case reflect.Struct:
		return plainStruct(v)
	}
	return v.Interface()
}

func plainMap(v reflect.Value) map[string]any {
	m := map[string]any{}
	for key, value := range v.Seq2() {
		m[key.String()] = plain(value)
	}
	return m
}

func plainStruct(v reflect.Value) map[string]any {
	m := map[string]any{}
	for i := range v.NumField() {
		field, key := v.Field(i), v.Type().Field(i).Tag.Get("yaml")
		if key == "" || absent(field) {
			continue
		}
		m[key] = plain(field)
	}
	if choice, ok := v.Interface().(Choice); ok {
		for word, theirs := range choice.Values {
			m[word] = theirs
		}
	}
	return m
}

// absent reports whether a value is left out: empty texts, lists and sections.
func absent(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Int, reflect.Int64, reflect.Bool:
		return false
	case reflect.Struct:
		return len(plainStruct(v)) == 0
	}
	return v.IsZero()
}

// relative is a path as seen from home, with forward slashes on every system.
func relative(home, path string) string {
	if short, err := filepath.Rel(home, path); err == nil {
		path = short
	}
	return filepath.ToSlash(path)
}

// relativeSecret is a secret whose file is seen from home.
func relativeSecret(home, value string) string {
	if scheme, place, ok := reference(value); ok && scheme == "file" {
		return "file:" + relative(home, place)
	}
	return value
}

// masked keeps the last four characters of an account number, none of a short one.
func masked(account string) string {
	letters := []rune(account)
	switch {
	case len(letters) == 0:
		return ""
	case len(letters) < 8:
		return "****"
	}
	return "****" + string(letters[len(letters)-4:])
}

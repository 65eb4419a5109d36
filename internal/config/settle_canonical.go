package config

import (
	"encoding/json"
	"reflect"
)

// Canonical is the section as canonical JSON, the form in which a batch keeps
// its rules: keys sorted, absent values left out, the same bytes on every
// machine. Secrets stay references and paths are relative to home. SettleFrom
// reads it back.
func (s *Settle) Canonical() []byte {
	text, err := json.Marshal(plain(reflect.ValueOf(s.portable())))
	if err != nil {
		panic(err) // maps, lists, texts, flags and whole numbers always marshal
	}
	return text
}

// SettleFrom is the section that Canonical wrote, below home, which is
// absolute. What it means is not judged again: a batch goes on with the rules
// it was begun with. Errors are *Error.
func SettleFrom(canonical []byte, home string) (*Settle, error) {
	d := &document{lines: map[string]int{"": 1}}
	s := new(Settle)
	if top := d.parse(canonical); top != nil {
		d.value("", top, reflect.ValueOf(s).Elem(), "")
	}
	if err := faultsOf("the stored rules", d.faults); err != nil {
		return nil, err
	}
	s.resolve(home, home)
	return s, nil
}

// portable is a copy of the section with paths relative to its home.
func (s *Settle) portable() Settle {
	c := *s
	c.eachPath(
		func(dir string) string { return relative(s.Home, dir) },
		func(secret string) string { return relativeSecret(s.Home, secret) },
	)
	return c
}

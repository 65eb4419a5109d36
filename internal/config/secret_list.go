package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// SecretUse is a key of the configuration that stands for a secret.
type SecretUse struct {
	Key       string // like mail.password or sources[0].password
	Reference string // env:NAME or file:PATH
}

// Secrets lists every secret that the configuration refers to, by key. It
// reads none of them.
func (c *Config) Secrets() []SecretUse {
	found := secretsIn(reflect.ValueOf(*c), "")
	slices.SortFunc(found, func(a, b SecretUse) int { return strings.Compare(a.Key, b.Key) })
	return found
}

func secretsIn(v reflect.Value, path string) (found []SecretUse) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return secretsIn(v.Elem(), path)
		}
	case reflect.Slice:
		for i := range v.Len() {
			found = append(found, secretsIn(v.Index(i), fmt.Sprintf("%s[%d]", path, i))...)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			found = append(found, secretsIn(v.MapIndex(key), under(path, key.String()))...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !field.IsExported() {
				continue
			}
			at := under(path, field.Tag.Get("yaml"))
			if field.Tag.Get("check") == "secret" && v.Field(i).String() != "" {
				found = append(found, SecretUse{at, v.Field(i).String()})
				continue
			}
			found = append(found, secretsIn(v.Field(i), at)...)
		}
	}
	return found
}

package config

import (
	"reflect"
	"strconv"
)

// Formats are the statement formats of this program by id, with what each
// fixes for its sources. The formats table and auto are always known.
type Formats map[string]FormatDefaults

// FormatDefaults are a format's values for the settings a source leaves out;
// empty values fix nothing.
type FormatDefaults struct {
	Zone  string // of the provider's days and times, like Asia/Shanghai
	Cut   string // hh:mm
	Ready string // hh:mm
	Days  string // every or weekdays
}

// Formats that are no provider's.
const (
	formatTable = "table"
	formatAuto  = "auto"
)

// Sides of a source.
const (
	sideStatement = "statement"
	sideLedger    = "ledger"
)

// Defaults is the configuration of an empty file.
func Defaults() Config {
	var c Config
	setDefaults(reflect.ValueOf(&c).Elem())
	return c
}

// setDefaults fills the fields of a struct and of the structs in it from their
// default tags.
func setDefaults(v reflect.Value) {
	for i := range v.NumField() {
		field, tag := v.Field(i), v.Type().Field(i).Tag
		text, ok := tag.Lookup("default")
		switch {
		case field.Kind() == reflect.Struct:
			setDefaults(field)
		case ok && field.Kind() == reflect.String:
			field.SetString(text)
		case ok && field.Kind() == reflect.Bool:
			field.SetBool(text == "true")
		case ok:
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				panic("default of " + v.Type().Field(i).Name + ": " + err.Error())
			}
			field.SetInt(n)
		}
	}
}

// resolve fills what a source leaves out from its format and the file's zone.
func (s *Source) resolve(fixed FormatDefaults, zone string) {
	s.Zone = first(s.Zone, fixed.Zone, zone)
	s.Cut = first(s.Cut, fixed.Cut, "00:00")
	s.Ready = first(s.Ready, fixed.Ready, "10:00")
	s.Days = first(s.Days, fixed.Days, "every")
	if s.Side == sideStatement {
		s.Compare = first(s.Compare, "order")
	}
	if s.Side == sideLedger {
		s.Charset = first(s.Charset, "utf-8")
	}
	if s.Table != nil {
		s.Table.OccurredAt.Zone = first(s.Table.OccurredAt.Zone, s.Zone)
	}
}

// first is the first text that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

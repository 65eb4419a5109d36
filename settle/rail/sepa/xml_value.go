package sepa

import (
	"encoding/xml"
	"strings"
	"time"
	"unicode/utf8"

	"recon/internal/money"
)

// Texts that are compared must be whole, so a longer one is a fault; texts for
// people are cut.
const (
	maxID    = 140
	maxWords = 500
)

// raw is the text of the present element; elements inside it are skipped.
func (e *elements) raw() string {
	var text strings.Builder
	for {
		switch t := e.next().(type) {
		case nil:
			return ""
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			for inside := e.depth; e.depth >= inside && e.err == nil; {
				e.next()
			}
		case xml.EndElement:
			return strings.TrimSpace(text.String())
		}
	}
}

// id reads a text that is compared with ours.
func (e *elements) id(into *string) {
	name, line := e.start.Name.Local, e.line
	text := e.raw()
	if n := utf8.RuneCountInString(text); n > maxID {
		e.faults.Add(line, "%s: %d characters, wanted at most %d", name, n, maxID)
		return
	}
	*into = text
}

// words reads a text for people.
func (e *elements) words(into *string) {
	*into = cut(strings.Join(strings.Fields(e.raw()), " "), maxWords)
}

// code reads a code: the text itself, or inside it Cd or Prtry.
func (e *elements) code(into *string) {
	var text strings.Builder
	for {
		switch t := e.next().(type) {
		case nil:
			return
		case xml.CharData:
			text.Write(t)
		case xml.StartElement:
			var inner string
			if e.id(&inner); t.Name.Local == "Cd" || t.Name.Local == "Prtry" {
				text.WriteString(inner)
			}
		case xml.EndElement:
			*into = cut(strings.TrimSpace(text.String()), maxID)
			return
		}
	}
}

// value is an amount as it is written: it is understood only where it is used,
// because a statement also holds entries that are none of our business.
type value struct {
	text, currency string
	line           int64
}

func (e *elements) value(into *value) {
	v := value{line: e.line}
	for _, a := range e.start.Attr {
		if a.Name.Local == "Ccy" {
			v.currency = cut(a.Value, 20)
		}
	}
	v.text = cut(e.raw(), 40)
	*into = v
}

// minor is the amount in minor units of its currency. Amounts have no sign here
// and may have more decimals than the currency, if these are zero.
func (e *elements) minor(v value) (int64, bool) {
	if !money.IsCurrency(v.currency) {
		e.faults.Add(v.line, "attribute Ccy: found %q, wanted a currency of ISO 4217 like EUR", v.currency)
		return 0, false
	}
	text := v.text
	if strings.HasPrefix(text, ".") {
		text = "0" + text
	}
	text = strings.TrimSuffix(text, ".")
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
		e.faults.Add(v.line, "amount: found %q, wanted no sign", v.text)
		return 0, false
	}
	minor, err := money.Parse(text, money.Exponent(v.currency))
	if err != nil {
		e.faults.Add(v.line, "amount in %s: %v", v.currency, err)
		return 0, false
	}
	return minor, true
}

// instants are the forms of xs:dateTime and xs:date. One without a zone is
// taken as UTC.
var instants = []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02", "2006-01-02Z07:00"}

func (e *elements) instant(into *time.Time) {
	name, line, text := e.start.Name.Local, e.line, cut(e.raw(), 40)
	for _, layout := range instants {
		if t, err := time.Parse(layout, text); err == nil && t.Year() >= 1900 && t.Year() < 2200 {
			*into = t.UTC()
			return
		}
	}
	e.faults.Add(line, "%s: found %q, wanted a time like 2026-09-01T06:12:00Z", name, text)
}

// dated reads a date that is written as Dt or DtTm.
func (e *elements) dated(into *time.Time) {
	e.each(func(name string) {
		if name == "Dt" || name == "DtTm" {
			e.instant(into)
		}
	})
}

// cut shortens a text for people at a character.
func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	runes := 0
	for i := range s {
		if runes++; runes > most {
			return s[:i] + "..."
		}
	}
	return s
}

// fourOf is what may be shown of an account: its last four characters.
func fourOf(account string) string {
	account = strings.ReplaceAll(account, " ", "")
	if len(account) < 8 {
		return "..."
	}
	return strings.ToValidUTF8(account[len(account)-4:], "?")
}

package sepa

import (
	"fmt"
	"strings"
	"unicode"

	"recon/settle/rail"
)

const (
	nameMost       = 70  // characters of a name
	remittanceMost = 140 // characters of the text for the payee
)

// nameText is a name as the file has it, cut at 70 characters as banks do, or
// what is wrong with it.
func nameText(name string) (text, wrong string) {
	if strings.TrimSpace(name) == "" {
		return "", "name is empty"
	}
	text, unknown := written(name)
	if len(unknown) > 0 {
		return "", fmt.Sprintf("name %q: SEPA has no characters for %s; give the name in Latin letters as the payee's bank has it",
			shortText(name, 70), unknownText(unknown))
	}
	if strings.IndexFunc(text, isAlphanumeric) < 0 {
		return "", fmt.Sprintf("name %q has no letter or digit", shortText(name, 70))
	}
	return cutText(text, nameMost), ""
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// cutText cuts a written text so that it still is one.
func cutText(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.TrimRight(text[:most], " /")
}

// change tells that the text written is not the one found. Empty: it is.
func change(found, text string) string {
	if found == text {
		return ""
	}
	return fmt.Sprintf("%q -> %q", shortText(found, 200), text)
}

// remittance is the text for the payee: literals, and between them names of
// fields.
type remittance struct {
	literals []string // one more than fields
	fields   []string
}

// remittanceFields are the placeholders and what they stand for.
var remittanceFields = map[string]func(p *rail.Payment, period string) string{
	"period":     func(_ *rail.Payment, period string) string { return period },
	"payee":      func(p *rail.Payment, _ string) string { return p.Payee },
	"rail_ref":   func(p *rail.Payment, _ string) string { return p.RailRef },
	"payout_key": func(p *rail.Payment, _ string) string { return p.PayoutKey },
}

// parseRemittance reads the setting. Its literals must be free of characters
// that no bank takes; the values of fields are seen payment by payment.
func parseRemittance(text string) (r remittance, err error) {
	if text == "" {
		text = "{period} {rail_ref}"
	}
	for rest := text; ; {
		literal, after, found := strings.Cut(rest, "{")
		if _, unknown := written(literal); len(unknown) > 0 {
			return r, fmt.Errorf("remittance: SEPA has no characters for %s", unknownText(unknown))
		}
		r.literals = append(r.literals, literal)
		if !found {
			return r, nil
		}
		field, after, closed := strings.Cut(after, "}")
		if _, known := remittanceFields[field]; !known || !closed {
			return r, fmt.Errorf("remittance: unknown {%s}, wanted {period}, {payee}, {rail_ref} or {payout_key}", shortText(field, 40))
		}
		r.fields = append(r.fields, field)
		rest = after
	}
}

// fill puts the values of a payment into the text.
func (r remittance) fill(p *rail.Payment, period string) string {
	out := r.literals[0]
	for i, field := range r.fields {
		out += remittanceFields[field](p, period) + r.literals[i+1]
	}
	return out
}

// text is the text with its values filled in, and as the file has it, cut at
// 140 characters, or what is wrong with it.
func (r remittance) text(p *rail.Payment, period string) (found, text, wrong string) {
	found = r.fill(p, period)
	text, unknown := written(found)
	if len(unknown) > 0 {
		return found, "", fmt.Sprintf("remittance %q: SEPA has no characters for %s; use Latin letters",
			shortText(found, remittanceMost), unknownText(unknown))
	}
	if text == "" {
		return found, "", "remittance is empty; give it a text"
	}
	return found, cutText(text, remittanceMost), ""
}

package sepa

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"recon/internal/calendar"
	"recon/internal/money"
)

// word wants one of some words.
func word(words ...string) func(*validation, string) string {
	return func(_ *validation, text string) string {
		if slices.Contains(words, text) {
			return ""
		}
		return fmt.Sprintf("%q, wanted %s", shortText(text, 40), strings.Join(words, " or "))
	}
}

func (v *validation) id(text string) string { return idFault(text) }

func (v *validation) time(text string) string {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05"} {
		if _, err := time.Parse(layout, text); err == nil {
			return ""
		}
	}
	return fmt.Sprintf("%q, wanted a time like 2026-09-01T02:00:05Z", shortText(text, 40))
}

func (v *validation) date(text string) string {
	if _, err := calendar.Parse(text); err != nil {
		return fmt.Sprintf("%q, wanted a date like 2026-09-02", shortText(text, 40))
	}
	return ""
}

func (v *validation) groupCount(text string) string { return readCount(text, &v.group.count) }
func (v *validation) blockCount(text string) string { return readCount(text, &v.block.count) }
func (v *validation) groupSum(text string) string   { return readEuro(text, &v.group.sum, mostSum) }
func (v *validation) blockSum(text string) string   { return readEuro(text, &v.block.sum, mostSum) }

func readCount(text string, to *int64) string {
	count, err := strconv.ParseInt(text, 10, 64)
	if err != nil || len(text) > 15 || strings.Trim(text, "0123456789") != "" {
		return fmt.Sprintf("%q, wanted 1 to 15 digits", shortText(text, 40))
	}
	*to = count
	return ""
}

// readEuro reads an amount with exactly two decimals, from 0.01 on.
func readEuro(text string, to *int64, most int64) string {
	minor, err := money.Parse(text, euroDigits)
	if err != nil || money.Format(minor, euroDigits) != text {
		return fmt.Sprintf("%q, wanted an amount like 12.30", shortText(text, 40))
	}
	if minor < 1 || minor > most {
		return fmt.Sprintf("%s, wanted 0.01 to %s", text, money.Format(most, euroDigits))
	}
	*to = minor
	return ""
}

func (v *validation) amount(text string) string {
	var minor int64
	wrong := readEuro(text, &minor, mostMinor)
	v.sum += minor
	return wrong
}

func (v *validation) beginPayment() { v.count++ }

// finishPayment bounds what is held of a file.
func (v *validation) finishPayment() {
	if v.count == mostPayments+1 {
		v.faults.add("line %d: more than %d payments in a file", v.line, mostPayments)
	}
}

func (v *validation) instrID(text string) string {
	v.instr = text
	return idFault(text)
}

// endToEndID must stand once in the file, and be the InstrId: banks answer with
// either.
func (v *validation) endToEndID(text string) string {
	if wrong := idFault(text); wrong != "" {
		return wrong
	}
	if text != v.instr {
		return fmt.Sprintf("%q, wanted the InstrId %q", text, shortText(v.instr, 35))
	}
	if line, twice := v.seen[text]; twice {
		return fmt.Sprintf("%q stands in line %d too, wanted it once", text, line)
	}
	if len(v.seen) < mostPayments {
		v.seen[text] = v.line
	}
	return ""
}

func (v *validation) partyName(text string) string      { return textFault(text, nameMost) }
func (v *validation) town(text string) string           { return textFault(text, 35) }
func (v *validation) remittanceText(text string) string { return textFault(text, remittanceMost) }

func textFault(text string, most int) string {
	switch {
	case text == "":
		return "empty, wanted a text"
	case len(text) > most:
		return fmt.Sprintf("%q has %d characters, wanted at most %d", shortText(text, most), len(text), most)
	case !isWritten(text):
		return fmt.Sprintf("%q, wanted the characters of SEPA: a-z A-Z 0-9 / - ? : ( ) . , ' + and space", text)
	}
	return ""
}

func (v *validation) country(text string) string {
	if len(text) != 2 || !strings.Contains(countries, text+" ") {
		return fmt.Sprintf("%q, wanted a country like DE", shortText(text, 10))
	}
	return ""
}

func (v *validation) iban(text string) string { return sepaFault(text) }

func (v *validation) bic(text string) string { return bicFault(text) }

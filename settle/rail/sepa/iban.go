package sepa

import (
	"fmt"
	"strings"
	"unicode"
)

// normalIBAN drops spaces and writes upper case, the form in which an IBAN is
// kept. Only a to z change: other letters that have an ASCII upper case, like
// the dotless i, are faults and must stay ones.
func normalIBAN(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		}
		return r
	}, text)
}

// sepaFault says what is wrong with a normal IBAN as an account in SEPA, or
// nothing. No text of it repeats the account number.
func sepaFault(iban string) string {
	if wrong := ibanFault(iban); wrong != "" {
		return wrong
	}
	if country := iban[:2]; !ibanForms[country].sepa {
		return fmt.Sprintf("IBAN of %s, a country outside SEPA; another rail must pay it", country)
	}
	return ""
}

// ibanFault says what is wrong with a normal IBAN, or nothing.
func ibanFault(iban string) string {
	if iban == "" {
		return "IBAN is empty"
	}
	for i, r := range iban {
		if !isUpper(r) && !isDigit(r) {
			return fmt.Sprintf("IBAN has %q as character %d, wanted letters and digits", r, i+1)
		}
	}
	if len(iban) < 4 || !isUpper(rune(iban[0])) || !isUpper(rune(iban[1])) {
		return "IBAN does not begin with a country and check digits, wanted like DE89"
	}
	country := iban[:2]
	form, known := ibanForms[country]
	if !known {
		return fmt.Sprintf("IBAN begins with %s, which is no country with IBANs", country)
	}
	if wanted := 4 + len(form.classes); len(iban) != wanted {
		return fmt.Sprintf("IBAN of %s has %d characters, wanted %d", country, len(iban), wanted)
	}
	return checkFault(iban, form.classes)
}

// checkFault looks at the check digits and at the characters after them.
func checkFault(iban, classes string) string {
	country, digits := iban[:2], iban[2:4]
	if !isDigit(rune(digits[0])) || !isDigit(rune(digits[1])) || digits < "02" || digits > "98" {
		return fmt.Sprintf("IBAN of %s has check digits %q, wanted 02 to 98", country, digits)
	}
	for i, class := range classes {
		r := rune(iban[4+i])
		switch {
		case class == 'n' && !isDigit(r):
			return fmt.Sprintf("IBAN of %s has a letter as character %d, wanted a digit", country, 5+i)
		case class == 'a' && !isUpper(r):
			return fmt.Sprintf("IBAN of %s has a digit as character %d, wanted a letter", country, 5+i)
		}
	}
	if remainder97(iban[4:]+iban[:4]) != 1 {
		return fmt.Sprintf("IBAN of %s: its check digits do not fit, a character is wrong or two are swapped", country)
	}
	return ""
}

// remainder97 is the number that digits and letters (A is 10, Z is 35) spell,
// modulo 97.
func remainder97(text string) int {
	remainder := 0
	for _, r := range text {
		if isDigit(r) {
			remainder = (remainder*10 + int(r-'0')) % 97
		} else {
			remainder = (remainder*100 + int(r-'A') + 10) % 97
		}
	}
	return remainder
}

func isUpper(r rune) bool { return r >= 'A' && r <= 'Z' }
func isDigit(r rune) bool { return r >= '0' && r <= '9' }

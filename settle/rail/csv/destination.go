package csv

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"recon/settle/rail"
)

// mostDestination is far above the longest account and wallet names.
const mostDestination = 100

// rounded is what a spreadsheet makes of a long number: the digits are lost.
var rounded = regexp.MustCompile(`^\d(\.\d+)?[eE]\+?\d+$`)

// CheckDestination takes account and card numbers and the names of wallets: a
// telephone number or an e-mail address. Spaces are dropped; whether a number
// is somebody's only the bank can say. No text shows the destination.
func (t *template) CheckDestination(p rail.Payment) (normal, wrong string, warnings []string) {
	normal = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, p.Destination)
	switch {
	case normal == "":
		return "", "empty, wanted an account, a card number or a wallet", nil
	case len(normal) > mostDestination:
		return "", fmt.Sprintf("%d characters, wanted at most %d", len(normal), mostDestination), nil
	case rounded.MatchString(normal):
		return "", "a number that a spreadsheet has rounded, like 6.22E+18; export the column as text", nil
	}
	if wrong = letters(normal); wrong != "" {
		return "", wrong, nil
	}
	if digits(normal) && len(normal) > exactDigits && strings.HasSuffix(normal, "0000") {
		warnings = append(warnings, "a long number that ends in 0000: a spreadsheet may have rounded it; compare it with what the payee gave")
	}
	return normal, "", warnings
}

// exactDigits is how many digits of a number a spreadsheet keeps.
const exactDigits = 15

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// letters says what of a destination is no letter, no digit, and not among the
// few signs that numbers and e-mail addresses have.
func letters(s string) string {
	signs := "-"
	if local, host, found := strings.Cut(s, "@"); found {
		if local == "" || host == "" || strings.Contains(host, "@") || !strings.Contains(host, ".") {
			return "holds an @ and is no e-mail address"
		}
		signs = "@.-_+"
	}
	place := 0
	for _, r := range s {
		place++
		plain := r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
		switch {
		case plain:
		case place == 1:
			return fmt.Sprintf("begins with %q, wanted a letter or a digit", r)
		case !strings.ContainsRune(signs, r):
			return fmt.Sprintf("character %d is %q, wanted letters and digits", place, r)
		}
	}
	return ""
}

// Package money reads and prints amounts as whole minor units. No float, no
// rounding: text that does not fit exactly is an error.
package money

import (
	"fmt"
	"strconv"
	"strings"
)

// exponents lists the currencies of ISO 4217 whose minor unit is not 1/100.
var exponents = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
	"RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
	"CLF": 4, "UYW": 4,
}

// overrides lists, per provider, the currencies whose minor units it counts
// with other decimals than ISO 4217. Sources: the currency pages of the
// providers' documentation (Stripe zero-decimal and special cases, Adyen
// currency codes, PayPal currency codes).
var overrides = map[string]map[string]int{
	"stripe": {"ISK": 2, "UGX": 2, "MGA": 0},
	"adyen":  {"CLP": 2, "ISK": 2, "CVE": 0, "IDR": 0},
	"paypal": {"HUF": 0, "TWD": 0, "JPY": 0},
}

// ExponentFor is the number of decimals of the minor units in which a provider
// counts a currency. It differs from Exponent for few of them.
func ExponentFor(provider, currency string) int {
	if e, ok := overrides[provider][currency]; ok {
		return e
	}
	return Exponent(currency)
}

// Exponent is the number of decimals of a currency's minor unit (ISO 4217), in
// which amounts are kept.
func Exponent(currency string) int {
	if e, ok := exponents[currency]; ok {
		return e
	}
	return 2
}

// IsCurrency reports whether s has the form of an ISO 4217 code.
func IsCurrency[T ~string | ~[]byte](s T) bool {
	if len(s) != 3 {
		return false
	}
	for i := 0; i < 3; i++ {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return true
}

// Parse reads a decimal amount in major units ("-12.30") as minor units.
// Accepted: an optional sign, digits, and at most exponent decimals, or more
// when the surplus is all zero ("0.04000"). Everything else is an error, the
// empty text, a thousands separator and an overflow included.
func Parse[T ~string | ~[]byte](text T, exponent int) (int64, error) {
	i, negative := 0, false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		negative, i = text[0] == '-', 1
	}
	minor, decimals, dot, digits := int64(0), 0, false, 0
	for ; i < len(text); i++ {
		c := text[i]
		if c == '.' && !dot && digits > 0 {
			dot = true
			continue
		}
		if c < '0' || c > '9' {
			return 0, fault(text, exponent)
		}
		digits++
		if dot {
			if decimals == exponent {
				if c != '0' {
					return 0, fault(text, exponent)
				}
				continue
			}
			decimals++
		}
		digit := int64(c - '0')
		if minor > most/10 || minor == most/10 && digit > most%10 {
			return 0, tooLarge(text)
		}
		minor = minor*10 + digit
	}
	if digits == 0 || text[len(text)-1] == '.' {
		return 0, fault(text, exponent)
	}
	for ; decimals < exponent; decimals++ {
		if minor > most/10 {
			return 0, tooLarge(text)
		}
		minor *= 10
	}
	if negative {
		minor = -minor
	}
	return minor, nil
}

// most is the largest amount; the smallest is -most.
const most = 1<<63 - 1

func tooLarge[T ~string | ~[]byte](text T) error {
	return fmt.Errorf("%q is beyond the range of an amount", short(text))
}

// fault explains why a text is no amount.
func fault[T ~string | ~[]byte](text T, exponent int) error {
	s := short(text)
	switch {
	case s == "":
		return fmt.Errorf("empty, wanted an amount")
	case strings.Contains(s, ","):
		return fmt.Errorf("%q has a comma, wanted digits with a decimal point", s)
	case isDecimal(s):
		return fmt.Errorf("%q has more than %d decimals", s, exponent)
	}
	return fmt.Errorf("%q is not an amount, wanted like -12.30", s)
}

// short cuts a text from a file for an error, where a cell can be of any size.
func short[T ~string | ~[]byte](text T) string {
	if len(text) > 64 {
		return strings.ToValidUTF8(string(text[:64]), "") + "..."
	}
	return string(text)
}

// isDecimal reports whether s is a well-formed decimal number of any length.
func isDecimal(s string) bool {
	if s[0] == '+' || s[0] == '-' {
		s = s[1:]
	}
	whole, fraction, dot := strings.Cut(s, ".")
	return digitsOnly(whole) && (!dot || digitsOnly(fraction))
}

func digitsOnly(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// Add is the sum of two amounts; ok is false when no amount holds it.
func Add(a, b int64) (sum int64, ok bool) {
	sum = a + b
	return sum, (a^sum)&(b^sum) >= 0 // two of one sign whose sum has the other left the range
}

// Format prints minor units in major units, with exactly exponent decimals.
func Format(minor int64, exponent int) string {
	sign := ""
	u := uint64(minor)
	if minor < 0 {
		sign, u = "-", -u
	}
	s := strconv.FormatUint(u, 10)
	for len(s) <= exponent {
		s = "0" + s
	}
	if exponent == 0 {
		return sign + s
	}
	return sign + s[:len(s)-exponent] + "." + s[len(s)-exponent:]
}

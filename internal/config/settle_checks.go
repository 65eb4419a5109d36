package config

import (
	"crypto/ed25519"
	"encoding/base64"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"recon/internal/calendar"
	"recon/internal/money"
)

// Years that a period may lie in: before and after them a date is most likely
// a slip of the pen.
const (
	firstYear = 2000
	lastYear  = 2199
)

func checkMonth(s string) string {
	m, err := calendar.ParseMonth(s)
	if year := int(m) / 12; err != nil || year < firstYear || year > lastYear {
		return "wanted a month yyyy-mm, like 2026-08"
	}
	return ""
}

func checkCurrency(s string) string {
	if !money.IsCurrency(s) {
		return "wanted an ISO 4217 code like CNY"
	}
	return ""
}

var countryForm = regexp.MustCompile(`^[A-Z]{2}$`)

func checkCountry(s string) string {
	if !countryForm.MatchString(s) {
		return "wanted an ISO 3166 code of two letters like DE"
	}
	return ""
}

var bicForm = regexp.MustCompile(`^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$`)

func checkBIC(s string) string {
	if !bicForm.MatchString(s) {
		return "wanted 8 or 11 capital letters and digits, like COBADEFFXXX"
	}
	return ""
}

func checkPublicKey(s string) string {
	if _, ok := publicKey(s); !ok {
		return "must be the base64 of the 32 bytes of an ed25519 public key, as `settle sign --new-key` prints it"
	}
	return ""
}

// publicKey reads the standard base64 of an ed25519 public key.
func publicKey(s string) (ed25519.PublicKey, bool) {
	key, err := base64.StdEncoding.Strict().DecodeString(s)
	return key, err == nil && len(key) == ed25519.PublicKeySize
}

// checkFilePattern is checkPattern for a file that is there once, whose name
// need not have a date.
func checkFilePattern(s string) string {
	if s == "" || braces.MatchString(s) || strings.ContainsAny(s, `/\`) {
		return checkPattern(s)
	}
	if _, err := path.Match(s, ""); err != nil {
		return "no pattern, wanted a file's name, with * and ? for the parts that change"
	}
	return ""
}

// commaForm are the characters that can part cells: neither letters, digits
// and quotes, which stand in values, nor the signs of an amount.
var commaForm = regexp.MustCompile(`^([,;|^~!#:\t]|tab)$`)

func checkComma(s string) string {
	if !commaForm.MatchString(s) {
		return "wanted tab or one of , ; | ^ ~ ! # :"
	}
	return ""
}

var endingForm = regexp.MustCompile(`^[A-Za-z0-9]{1,8}$`)

func checkEnding(s string) string {
	if !endingForm.MatchString(s) {
		return "wanted letters and digits without the dot, like csv"
	}
	return ""
}

func checkDateLayout(s string) string {
	day := time.Date(2023, 11, 28, 0, 0, 0, 0, time.UTC)
	if back, err := time.Parse(s, day.Format(s)); err == nil && back.Equal(day) {
		return ""
	}
	return "wanted the day 20060102 in the bank's way of writing, like 2006-01-02"
}

// remittanceWords are what a rail fills into the text for the payee.
var remittanceWords = []string{"{period}", "{payee}", "{rail_ref}", "{payout_key}"}

func checkRemittance(s string) string {
	for _, word := range braces.FindAllString(s, -1) {
		if !slices.Contains(remittanceWords, word) {
			return word + " is " + unknown(word, remittanceWords)
		}
	}
	return ""
}

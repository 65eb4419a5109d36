package event

import (
	"strings"

	"recon/settle/rail"
)

// stripeFixable are Stripe's failure codes after which the payee must correct
// the destination.
var stripeFixable = map[string]bool{
	"account_closed": true, "account_frozen": true, "bank_account_restricted": true, "bank_account_unusable": true,
	"bank_ownership_changed": true, "incorrect_account_holder_address": true, "incorrect_account_holder_details": true,
	"incorrect_account_holder_name": true, "incorrect_account_holder_tax_id": true, "incorrect_account_type": true,
	"invalid_account_number": true, "invalid_account_number_length": true, "invalid_card": true, "invalid_currency": true,
	"no_account": true,
}

// because adds a reason.
func because(s *rail.Signal, code, text string) {
	if code == "" && text == "" {
		return
	}
	s.Reasons = append(s.Reasons, rail.Reason{Code: cut(code), Text: cut(text)})
	s.Fixable = stripeFixable[code] || rail.Fixable(code)
}

func cut(text string) string {
	if len(text) > longestText {
		return strings.ToValidUTF8(text[:longestText], "")
	}
	return text
}

package event

import (
	"strings"

	"recon/settle/rail"
)

// fixable are the codes after which the payee must correct the destination:
// Stripe's failure codes and the reason codes of ISO 20022.
var fixable = map[string]bool{
	"account_closed": true, "account_frozen": true, "bank_account_restricted": true, "bank_account_unusable": true,
	"bank_ownership_changed": true, "incorrect_account_holder_address": true, "incorrect_account_holder_details": true,
	"incorrect_account_holder_name": true, "incorrect_account_holder_tax_id": true, "incorrect_account_type": true,
	"invalid_account_number": true, "invalid_account_number_length": true, "invalid_card": true, "invalid_currency": true,
	"no_account": true,

	"AC01": true, "AC03": true, "AC04": true, "AC06": true, "AC07": true, "AG01": true, "BE01": true, "BE04": true, "BE06": true,
	"MD07": true, "RC01": true, "RC04": true, "RC07": true, "CNOR": true, "RR03": true,
}

// because adds a reason.
func because(s *rail.Signal, code, text string) {
	if code == "" && text == "" {
		return
	}
	s.Reasons = append(s.Reasons, rail.Reason{Code: cut(code), Text: cut(text)})
	s.Fixable = fixable[code]
}

func cut(text string) string {
	if len(text) > longestText {
		return strings.ToValidUTF8(text[:longestText], "")
	}
	return text
}

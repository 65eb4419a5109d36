package rail

// fixable are the reasons that only the payee can do something about: paying
// the same destination again would fail again. The four-letter codes are those
// of ISO 20022 for the creditor's account, bank and name; the words are those
// of Chinese wallets.
var fixable = map[string]bool{
	"AC01": true, "AC03": true, "AC04": true, "AC06": true, "AC07": true, // account wrong, closed or blocked
	"AG01": true,                             // the account takes no transfers
	"BE01": true, "BE04": true, "BE06": true, // the holder does not fit
	"MD07": true,                                           // the holder is dead
	"RC01": true, "RC04": true, "RC07": true, "CNOR": true, // the bank is wrong
	"RR03": true, // the holder's name or address is missing

	"ACCOUNT_FROZEN": true, "ACCOUNT_NOT_EXIST": true, "OPENID_INVALID": true,
	"NAME_NOT_CORRECT": true, "REAL_NAME_CHECK_FAIL": true, "ID_CARD_NOT_CORRECT": true,
}

// Fixable reports whether a reason code means that the payee must correct the
// destination before it is paid again.
func Fixable(code string) bool { return fixable[code] }

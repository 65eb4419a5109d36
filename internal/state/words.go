package state

import "strings"

// ManualMatch is the decision that pairs two breaks with each other, Reopen
// the one that takes a closure back.
const (
	ManualMatch = "manual_match"
	Reopen      = "reopen"
)

// Word is one decision of the closed list, with its labels for people.
type Word struct {
	Code    string // as it stands in the state and in files
	English string
	Chinese string
}

// Words is the closed list of decisions, in the order in which it is offered.
var Words = []Word{
	{"booked", "Booked afterwards", "已补记"},
	{"refunded", "Refunded to the customer", "已退款"},
	{"reversed", "Our booking reversed", "已冲销"},
	{"recovered", "Money recovered", "已追回"},
	{"wrong_account", "Belongs to another account", "串户（属其他商户号）"},
	{"provider_corrected", "Corrected by the provider", "渠道已更正"},
	{"suspense", "Moved to suspense", "挂账"},
	{"written_off", "Written off", "差异核销"},
	{ManualMatch, "Matched by hand", "人工勾对"},
	{Reopen, "Reopened", "撤销关闭，恢复未平"},
}

// WordOf finds a decision by its code.
func WordOf(code string) (Word, bool) {
	for _, w := range Words {
		if w.Code == code {
			return w, true
		}
	}
	return Word{}, false
}

// wordCodes lists the codes for a message.
func wordCodes() string {
	codes := make([]string, len(Words))
	for i, w := range Words {
		codes[i] = w.Code
	}
	return strings.Join(codes, ", ")
}

package sepa

import (
	"recon/settle/rail"
)

// noReference is what banks write where they have no reference.
const noReference = "NOTPROVIDED"

// meaning is what a status code does to a payout.
type meaning struct {
	next         rail.State
	note         string
	partly       bool
	verification bool
	single       bool // only for single payments
}

const changedNote = "the bank accepted it with a change; compare amount and date"

// codes are the status codes of payment status reports. Acceptance is not
// payment: only ACCC, and ACSC where the bank agreed to it, say that money has
// arrived.
var codes = map[string]meaning{
	"RCVD": {next: rail.Submitted}, "ACTC": {next: rail.Submitted},
	"ACCP": {next: rail.Processing}, "ACSP": {next: rail.Processing}, "ACFC": {next: rail.Processing},
	"ACPD": {next: rail.Processing}, "PDNG": {next: rail.Processing}, "PATC": {next: rail.Processing},
	"ACFW": {next: rail.Processing},
	"ACWC": {next: rail.Processing, note: changedNote},
	"ACWP": {next: rail.Processing, note: "accepted, and not yet credited to the payee", single: true},
	"BLCK": {next: rail.Processing, note: "the payee's bank blocked it: neither credited nor sent back", single: true},
	"ACSC": {next: rail.Processing, note: "settled by the bank; paid when a statement shows the debit"},
	"ACCC": {next: rail.Paid},
	"RJCT": {next: rail.Failed},
	"PART": {partly: true, note: "accepted in part: only payouts that are listed change"},
	"CANC": {next: rail.Cancelled, single: true},
	"RCVC": {verification: true, note: "the payee verification found all names right"},
	"RVMC": {verification: true, note: "the payee verification found a name that nearly fits"},
	"RVNM": {verification: true, note: "the payee verification found a name that does not fit"},
	"RVNA": {verification: true, note: "the payee verification was not possible"},
	"RVCM": {verification: true, note: "the payee verification found names that do not fit"},
	"RVNC": {verification: true, note: "the payee verification is not finished"},
}

// duplicates are the reasons that say that the bank has had the same file,
// group or payment before: the first copy may be on its way.
var duplicates = map[string]bool{
	"AM05": true, "DU01": true, "DU02": true, "DU03": true, "DU04": true, "DU05": true, "DUPL": true,
	"DS15": true, // the same signature was sent before
}

// sayDuplicate are the words of banks that give such a reason as text.
var sayDuplicate = []string{"duplic", "doppel", "doublon", "already received", "already been received", "bereits empfangen", "bereits eingereicht", "bereits vorhanden", "déjà reçu", "重复"}

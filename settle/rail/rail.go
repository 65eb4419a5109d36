// Package rail holds what every way to pay has in common: the payments that go
// into a submission file and the signals that come back about them. A rail is
// one folder below this one and one line in its parent's list.
package rail

import (
	"io"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
)

// Payment is one payout as it stands in a submission file.
type Payment struct {
	RailRef     string // 32 upper-case alphanumerics, unique for ever
	PayoutKey   string
	Payee       string
	Name        string
	Country     string // ISO 3166, may be empty
	Currency    string
	AmountMinor int64
	Destination string // normalised: no spaces, upper case for an IBAN
	BIC         string
	Bank        string
	Branch      string
	Province    string
	City        string
	Corporate   bool
}

// Debtor is the account that pays, with its secrets resolved.
type Debtor struct {
	Name, IBAN, Account, BIC string
}

// Submission is one file before it is written. Every field that the file shows
// comes from here, so that the same submission is the same bytes.
type Submission struct {
	MessageID     string // 32 upper-case alphanumerics, unique for ever
	PaymentInfoID string // the same form
	Period        string // 2026-08
	BatchID       string
	Created       time.Time // in UTC, whole seconds
	Execution     calendar.Date
	Currency      string
	Debtor        Debtor
	Payments      []Payment // in the order of the file; one currency
}

// Remark is something that was changed on the way into the file and that
// people should see, like a transliterated name.
type Remark struct {
	RailRef string
	Field   string // name, remittance, bic
	Text    string // found -> written
}

// Refusal is a payment that the rail cannot carry.
type Refusal struct {
	RailRef string
	Text    string // what was found, what is wanted
}

// Rail writes and reads one kind of file. It is made from a rail's settings.
type Rail interface {
	// Ending is the ending of submission files, without the dot.
	Ending() string
	// CheckDestination says what is wrong with a payee's destination, or
	// nothing, and gives the form in which it is kept. Warnings are remarks that
	// do not stop the payment.
	CheckDestination(p Payment) (normal, wrong string, warnings []string)
	// CheckPayment says why the file cannot carry a payment, or nothing. It is
	// asked before the batch is made.
	CheckPayment(p Payment) string
	// Write writes the file. It checks its own rules (characters, sums, ids,
	// dates) and returns an error instead of a file that the bank would refuse.
	Write(w io.Writer, s Submission) ([]Remark, error)
	// Validate reads a written file again with the rail's rules, and returns
	// what it holds.
	Validate(r io.Reader) (count int64, sumMinor int64, err error)
}

// Rewriter is a Rail that writes some names with other letters than they have.
type Rewriter interface {
	// Rewritten tells how a name will stand in the file, as found -> written, or
	// nothing when it stands there as it is.
	Rewritten(name string) string
}

// New makes the writer of a rail from its settings, by its format.
type New func(name string, cfg config.Rail) (Rail, error)

// State is what became of a payout, in the words of the state machine.
type State string

// The states of a payout attempt.
const (
	Review     State = "review"
	Pending    State = "pending"
	Submitted  State = "submitted"
	Processing State = "processing"
	Paid       State = "paid"
	Returned   State = "returned"
	Failed     State = "failed"
	Cancelled  State = "cancelled"
)

// Level says what a signal speaks of.
type Level string

// The levels of a signal.
const (
	File    Level = "file"    // the whole submission, by MessageID
	Group   Level = "group"   // a payment information block, by PaymentInfoID
	Payout  Level = "payout"  // one payout, by RailRef
	Booking Level = "booking" // one debit for several payouts: PaymentInfoID or MessageID and the sum
)

// Signal is one statement of a bank or provider about payouts, in the order in
// which it stands in its file.
type Signal struct {
	Level         Level  // "": speaks of no payout; Note is shown and nothing else happens
	Line          int64  // of its element or row, from 1
	Source        string // who says it, when that is more than the file: an event's sender; "" the file
	Evidence      string // its identity within Source, like an event's id; "" its line
	MessageID     string // original message, "" unknown
	PaymentInfoID string
	RailRef       string // OrgnlEndToEndId, else OrgnlInstrId; "" unknown
	Code          string // as written: ACSC, RJCT, payout.paid
	Reasons       []Reason
	// Next is the state that the code means, "" when it means none: then Note
	// says why (unknown code, payee verification, partly accepted).
	Next State
	// Unclear marks a signal after which nobody knows whether money moved, like a
	// file refused as a duplicate: it never fails or releases anything.
	Unclear bool
	// Partly marks PART: only payouts that are listed change.
	Partly bool
	// Fixable: the payee must correct the destination before it is paid again.
	Fixable bool
	// Verification marks the answer of a payee-verification, a list of its own.
	Verification bool
	Note         string

	AmountMinor int64 // 0 with HasAmount false: not stated
	Currency    string
	HasAmount   bool
	OccurredAt  time.Time // zero: not stated
}

// Reason is a reason code with its words.
type Reason struct {
	Code string
	Text string
}

// StatusFile is what was read from one status file.
type StatusFile struct {
	Kind      string // pain.002, camt.053, camt.054, result
	MessageID string // of the status file itself; with Sender the identity of a file sent twice
	Sender    string
	Account   string // the account the file is about, last four characters only
	Created   time.Time
	Signals   []Signal
}

// StatusReader reads one kind of status file.
type StatusReader interface {
	// Kind is its name, like pain.002.
	Kind() string
	// Detect reports whether the content is of this kind, by its beginning and
	// never by the file's name.
	Detect(head []byte) bool
	// Read reads the whole file. Errors are path:line: texts; nothing of a file
	// with an error is used.
	Read(r io.Reader, name string) (StatusFile, error)
}

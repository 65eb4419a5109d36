// Package ingest turns files into rows of the entry table: containers,
// character sets, the Format API, the gates. A file is admitted whole or not
// at all.
package ingest

import (
	"slices"

	"recon/internal/calendar"
)

// Side says whose record a row is.
type Side uint8

// The two sides of a reconciliation.
const (
	Statement Side = iota
	Ledger
)

func (s Side) String() string { return [...]string{"statement", "ledger"}[s] }

// Kind says why money moved. The list is closed.
type Kind uint8

// The kinds of entry.
const (
	Payment Kind = iota
	Refund
	Fee
	Chargeback
	Adjustment
	Transfer
	Payout
	Reserve
	Other
)

// KindNames are the kinds as they stand in tables, files and the configuration.
var KindNames = [...]string{"payment", "refund", "fee", "chargeback", "adjustment", "transfer", "payout", "reserve", "other"}

func (k Kind) String() string { return kindNames[k] }

// Kinds of the settlement's ledger, beside Refund, Fee, Chargeback and
// Adjustment. No entry of a reconciliation has them.
const (
	Sale Kind = iota + Kind(len(KindNames))
	ExternalPayout

	kindCount = iota + len(KindNames)
)

var kindNames = slices.Concat(KindNames[:], []string{"sale", "external_payout"})

// Status is what an own row claims: paid and refunded are a money claim,
// pending and closed are none. Statement rows have NoStatus.
type Status uint8

// The states of an own row.
const (
	NoStatus Status = iota
	Paid
	Refunded
	Pending
	Closed
)

// StatusNames are the states as they stand in tables, files and the configuration.
var StatusNames = [...]string{"", "paid", "refunded", "pending", "closed"}

func (s Status) String() string { return statusNames[s] }

// States of a row of the settlement's ledger, beside Pending. No entry of a
// reconciliation has them.
const (
	Confirmed Status = iota + Status(len(StatusNames))
	Void
)

var statusNames = slices.Concat(StatusNames[:], []string{"confirmed", "void"})

// ClaimsMoney reports whether a row of this status takes part in the pool, or
// in the settlement's ledger, counts.
func (s Status) ClaimsMoney() bool { return s != Pending && s != Closed && s != Void }

// NoDate is an absent booking or value date.
const NoDate = calendar.Date(-1 << 31)

// Entry is one movement of money as a format reads it from a row. Texts are
// UTF-8 without surrounding spaces and tabs, may alias the file's buffer, and
// are only valid until the next row. Amounts are minor units, + is money to us.
// Net must be Gross + Adjust + Fee.
type Entry struct {
	OwnID, OrderRef, OrderNo, Ref, RefundRef, BatchRef, Payee []byte

	Kind     Kind
	Status   Status
	Currency []byte // ISO 4217

	Gross, Adjust, Fee, Net int64

	OccurredAt   int64 // epoch microseconds
	BusinessDate calendar.Date
	BookingDate  calendar.Date // or NoDate
	ValueDate    calendar.Date // or NoDate
}

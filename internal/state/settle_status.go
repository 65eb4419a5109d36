package state

import (
	"context"
	"time"
)

// StatusFile is one status file that was read.
type StatusFile struct {
	No        int64
	SHA256    string
	Name      string
	Kind      string // pain.002, camt.053, camt.054, result, events
	Sender    string
	MessageID string
	Path      string // in the archive
	Signals   int64
	Applied   int64 // transitions; filled by Apply
	RunID     int64
	ReadAt    time.Time // filled by Apply
}

// PayoutException is a signal that changed nothing and that a person should
// look at.
type PayoutException struct {
	No          int64
	Source      string
	Evidence    string
	Kind        string
	RailRef     string
	Code        string
	Detail      string
	Currency    string
	AmountMinor int64
	RecordedAt  time.Time // filled by Apply
}

// ExceptionFilter chooses exceptions; empty fields choose all.
type ExceptionFilter struct {
	Kind    string
	RailRef string
	AfterNo int64
}

// StatusFileKnown finds a status file that was read before: the same bytes, or
// the same message of the same sender where both are stated.
func (s *State) StatusFileKnown(ctx context.Context, sha256, sender, messageID string) (f StatusFile, known bool, err error) {
	return f, false, errUnwritten
}

// StatusFiles returns the status files in the order of reading.
func (s *State) StatusFiles(ctx context.Context) ([]StatusFile, error) { return nil, errUnwritten }

// Exceptions returns exceptions in the order of recording.
func (s *State) Exceptions(ctx context.Context, f ExceptionFilter) ([]PayoutException, error) {
	return nil, errUnwritten
}

// Acceptance says that a person accepted the change of an entry counted before.
type Acceptance struct {
	No      int64
	EntryID string
	Content string // canonical text of the row as it was accepted, or gone
	By, Why string
	At      time.Time
}

// AcceptRestated stores acceptances, all or none. What is accepted with the
// same content already is left out.
func (s *State) AcceptRestated(ctx context.Context, all []Acceptance) error { return errUnwritten }

// AcceptedRestated returns the last acceptance of every entry, up to a number
// (Batch.AcceptedNo), by entry id.
func (s *State) AcceptedRestated(ctx context.Context, upTo int64) ([]Acceptance, error) {
	return nil, errUnwritten
}

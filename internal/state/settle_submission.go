package state

import (
	"context"
	"time"

	"recon/internal/calendar"
)

// The states of a submission.
const (
	SubmissionMade    = "made" // stored; perhaps not yet in its place
	SubmissionSent    = "sent" // a person said that the bank has it
	SubmissionVoid    = "void"
	SubmissionRedated = "redated" // another file with the same ids took its place
)

// The kinds of marks on a submission.
const (
	MarkPlaced    = "placed" // the file lies under its name
	MarkDelivered = "delivered"
	MarkSent      = "sent"
	MarkVoid      = "void"
	MarkRedated   = "redated"
	MarkAlarm     = "alarm"
)

// Submission is one file that was made for a bank.
type Submission struct {
	No             int64  // filled in by the store
	ID             string // 2026-08-1/sepa-1
	BatchNo        int64
	Rail           string
	Number         int64 // from 1 per batch and rail
	Path           string
	SHA256, MD5    string
	Bytes          int64
	Payouts        int64
	SumMinor       int64
	Currency       string
	Execution      calendar.Date
	MessageID      string
	PaymentInfoID  string
	DebtorLastFour string
	Redates        int64 // the submission whose place it takes, 0 none
	CreatedAt      time.Time

	// From its marks.
	State     string
	Placed    bool
	Delivered bool
	SentAt    time.Time
	SentBy    string
	BankRef   string
}

// SubmissionMark is one thing that happened to a submission.
type SubmissionMark struct {
	SubmissionID string
	Kind         string
	By           string
	BankRef      string
	Detail       string
	At           time.Time
}

// AddSubmission stores a file with its attempts in the order of the file, and
// makes them submitted. Every attempt must be pending, approved where its batch
// wants that, and their count and sum must be the file's. With Redates the
// items must be those of the former file, all still submitted, and the ids stay
// the same; the former is then redated.
func (s *State) AddSubmission(ctx context.Context, sub Submission, attempts []int64) (Submission, error) {
	return sub, errUnwritten
}

// VoidSubmission takes a file back that is not marked as sent and whose
// attempts are all still submitted: they become pending again.
func (s *State) VoidSubmission(ctx context.Context, id, by, why string, at time.Time) error {
	return errUnwritten
}

// MarkSubmission stores a mark of kind placed, delivered, sent or alarm. The
// same mark again changes nothing, except for alarms; sent with another bank
// reference, or of a void or redated file, is an error.
func (s *State) MarkSubmission(ctx context.Context, m SubmissionMark) error { return errUnwritten }

// Submissions returns the files of a batch by number of writing; batch 0 is all.
func (s *State) Submissions(ctx context.Context, batchNo int64) ([]Submission, error) {
	return nil, errUnwritten
}

// SubmissionByID returns one file; an unknown one is an error.
func (s *State) SubmissionByID(ctx context.Context, id string) (sub Submission, err error) {
	return sub, errUnwritten
}

// SubmissionMarks returns what happened to a file, oldest first.
func (s *State) SubmissionMarks(ctx context.Context, id string) ([]SubmissionMark, error) {
	return nil, errUnwritten
}

// SubmissionItems returns the numbers of a file's attempts in its order.
func (s *State) SubmissionItems(ctx context.Context, id string) ([]int64, error) {
	return nil, errUnwritten
}

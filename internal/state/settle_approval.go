package state

import (
	"context"
	"time"
)

// The scopes of an approval.
const (
	ScopeAll             = "all"
	ScopeAllExceptReview = "all_except_review"
	ScopeListed          = "listed"
)

// The decisions about one payout.
const (
	Approve = "approve"
	Refuse  = "refuse"
)

// Approval is a signature under a batch. It speaks of the attempts that there
// were when it was given; a later retry needs its own.
type Approval struct {
	No          int64 // filled in by the store
	BatchNo     int64
	By          string
	PublicKey   string
	Scope       string
	BatchHash   string
	PayoutsHash string
	Signature   string
	At          time.Time
}

// ApprovalItem is a decision about one payout.
type ApprovalItem struct {
	AttemptNo int64
	Decision  string // approve or refuse
}

// AddApproval stores a signature: approved attempts in review become pending,
// refused ones are cancelled. Items of approve are for scope listed, items of
// refuse for any scope. The batch must be complete and have the signed hash.
// The same signature again changes nothing and returns the first number.
func (s *State) AddApproval(ctx context.Context, a Approval, items []ApprovalItem) (no int64, err error) {
	return 0, errUnwritten
}

// Approvals returns the approvals of a batch in the order of signing.
func (s *State) Approvals(ctx context.Context, batchNo int64) ([]Approval, error) {
	return nil, errUnwritten
}

// ApprovedAttempts returns the pending attempts of a complete batch that may go
// into a file: covered by an approval, or all when the batch needs none; by
// rail, currency and payout key.
func (s *State) ApprovedAttempts(ctx context.Context, batchNo int64) ([]PayoutAttempt, error) {
	return nil, errUnwritten
}

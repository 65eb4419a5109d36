package state

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
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
	err = s.write(ctx, func(tx *sql.Tx) error {
		b, err := batchIn(ctx, tx, a.BatchNo)
		if err != nil {
			return err
		}
		if no, err = number(ctx, tx, "select approval_no from approval where batch_no = ? and signature = ?", a.BatchNo, a.Signature); err != nil || no != 0 {
			return err
		}
		if no, err = addApproval(ctx, tx, b, a, items); err != nil {
			return fmt.Errorf("approval of batch %s: %w", b.ID, err)
		}
		return nil
	})
	return no, err
}

func addApproval(ctx context.Context, tx *sql.Tx, b Batch, a Approval, items []ApprovalItem) (no int64, err error) {
	if err := a.check(b, items); err != nil {
		return 0, err
	}
	if a.No, err = number(ctx, tx, "select coalesce(max(approval_no), 0) + 1 from approval"); err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, `insert into approval (approval_no, batch_no, approved_by, public_key, scope, batch_hash, payouts_hash, signature,
through_attempt_no, approved_at) values (?, ?, ?, ?, ?, ?, ?, ?, (select coalesce(max(attempt_no), 0) from payout_attempt where batch_no = ?), ?)`,
		a.No, a.BatchNo, a.By, a.PublicKey, a.Scope, a.BatchHash, a.PayoutsHash, a.Signature, a.BatchNo, a.At.UnixMicro())
	if err != nil {
		return 0, err
	}
	if err := a.carryOut(ctx, tx, items); err != nil {
		return 0, err
	}
	return a.No, insertItems(ctx, tx, a.No, items)
}

func (a Approval) check(b Batch, items []ApprovalItem) error {
	switch {
	case b.Complete == nil || b.Discarded != nil:
		return errors.New("it is not complete or was discarded")
	case b.Complete.Hash != a.BatchHash:
		return fmt.Errorf("signed is the batch hash %s, but it is %s", a.BatchHash, b.Complete.Hash)
	case a.By == "":
		return errors.New("nobody named: an approval needs a person")
	case a.Scope == ScopeListed && len(items) == 0:
		return errors.New("no payout is listed")
	}
	for _, item := range items {
		if item.Decision == Approve && a.Scope != ScopeListed {
			return fmt.Errorf("scope %s lists payouts to approve: only scope %s does", a.Scope, ScopeListed)
		}
	}
	return nil
}

func insertItems(ctx context.Context, tx *sql.Tx, no int64, items []ApprovalItem) error {
	rows := newBulk(tx, "approval_item", "approval_no", "attempt_no", "decision")
	for _, item := range items {
		if err := rows.add(ctx, no, item.AttemptNo, item.Decision); err != nil {
			return err
		}
	}
	return rows.flush(ctx)
}

// carryOut does what an approval says about attempts: refusals first, so that
// scope all approves the rest.
func (a Approval) carryOut(ctx context.Context, tx *sql.Tx, items []ApprovalItem) error {
	books, err := openBooks(ctx, tx, a.At)
	if err != nil {
		return err
	}
	nos := make([]int64, len(items))
	for i, item := range items {
		nos[i] = item.AttemptNo
	}
	listed, err := standings(ctx, tx, nos)
	if err != nil {
		return err
	}
	for _, item := range items {
		if err := a.decide(ctx, books, listed[item.AttemptNo], item.Decision); err != nil {
			return err
		}
	}
	if a.Scope == ScopeAll {
		if err := a.approveReviews(ctx, tx, books, listed); err != nil {
			return err
		}
	}
	return books.flush(ctx)
}

// decide carries out one decision.
func (a Approval) decide(ctx context.Context, books *books, s *standing, decision string) error {
	t := Transition{AttemptNo: s.no, From: s.state, To: PayoutCancelled, Source: "approval", Evidence: strconv.FormatInt(a.No, 10), OccurredAt: a.At}
	switch {
	case s.batch != a.BatchNo:
		return fmt.Errorf("payout %s is of another batch", s.railRef)
	case s.state != PayoutReview && s.state != PayoutPending:
		return fmt.Errorf("payout %s is %s: only review and pending can be approved or refused", s.railRef, s.state)
	case decision == Approve && s.state == PayoutPending:
		return nil
	case decision == Approve:
		t.To = PayoutPending
	case decision == Refuse:
		t.Reason = "refused by " + a.By
	default:
		return fmt.Errorf("payout %s: decision %q: wanted approve or refuse", s.railRef, decision)
	}
	return books.take(ctx, s, t, "")
}

// approveReviews makes the batch's attempts in review pending, those left out
// that were just decided about.
func (a Approval) approveReviews(ctx context.Context, tx *sql.Tx, books *books, decided map[int64]*standing) error {
	reviews, err := collect(ctx, tx, readStanding, standingQuery+standingJoin+"where a.batch_no = ? and t.state = 'review' order by a.attempt_no", a.BatchNo)
	if err != nil {
		return err
	}
	for i := range reviews {
		if decided[reviews[i].no] != nil {
			continue
		}
		if err := a.decide(ctx, books, &reviews[i], Approve); err != nil {
			return err
		}
	}
	return nil
}

// Approvals returns the approvals of a batch in the order of signing.
func (s *State) Approvals(ctx context.Context, batchNo int64) ([]Approval, error) {
	read := func(rows *sql.Rows) (a Approval, err error) {
		var at int64
		err = rows.Scan(&a.No, &a.BatchNo, &a.By, &a.PublicKey, &a.Scope, &a.BatchHash, &a.PayoutsHash, &a.Signature, &at)
		a.At = fromMicros(at)
		return a, err
	}
	return collect(ctx, s.db, read, `select approval_no, batch_no, approved_by, public_key, scope, batch_hash, payouts_hash, signature, approved_at
from approval where batch_no = ? order by approval_no`, batchNo)
}

// ApprovedAttempts returns the pending attempts of a complete batch that may go
// into a file: covered by an approval, or all when the batch needs none; by
// rail, currency and payout key.
func (s *State) ApprovedAttempts(ctx context.Context, batchNo int64) ([]PayoutAttempt, error) {
	all, err := s.attempts(ctx, attemptNow+"from payout_attempt as a"+attemptJoin+`inner join payout_approved as v on v.attempt_no = a.attempt_no
inner join batch_complete as c on c.batch_no = a.batch_no
where a.batch_no = ? and t.state = 'pending'`, batchNo)
	slices.SortFunc(all, func(a, b PayoutAttempt) int {
		return cmp.Or(cmp.Compare(a.Rail, b.Rail), cmp.Compare(a.Currency, b.Currency), byKey(a, b))
	})
	return all, err
}

package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
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

// AddSubmission stores a file with its attempts in the order of the file, and
// makes them submitted. Every attempt must be pending, approved where its batch
// wants that, and their count and sum must be the file's. With Redates the
// items must be those of the former file, all still submitted, and the ids stay
// the same; the former is then redated. The events' source is submission, their
// evidence the file's id.
func (s *State) AddSubmission(ctx context.Context, sub Submission, attempts []int64) (Submission, error) {
	err := s.write(ctx, func(tx *sql.Tx) (err error) {
		if sub.No, err = number(ctx, tx, "select coalesce(max(submission_no), 0) + 1 from submission"); err != nil {
			return err
		}
		known, err := standings(ctx, tx, attempts)
		if err != nil {
			return err
		}
		if err := sub.check(ctx, tx, known, attempts); err != nil {
			return err
		}
		if err := insertSubmission(ctx, tx, sub, attempts); err != nil {
			return err
		}
		if sub.Redates != 0 {
			return insertMark(ctx, tx, sub.Redates, SubmissionMark{Kind: MarkRedated, Detail: sub.ID, At: sub.CreatedAt})
		}
		return submitAttempts(ctx, tx, sub, attempts, known)
	})
	if err != nil {
		return Submission{}, fmt.Errorf("submission %s: %w", sub.ID, err)
	}
	return s.SubmissionByID(ctx, sub.ID)
}

// check refuses a file that holds anything but what may be paid with it.
func (sub Submission) check(ctx context.Context, tx *sql.Tx, known map[int64]*standing, attempts []int64) error {
	b, err := batchIn(ctx, tx, sub.BatchNo)
	if err != nil {
		return err
	}
	if b.Complete == nil || b.Discarded != nil {
		return fmt.Errorf("batch %s is not complete or was discarded", b.ID)
	}
	if len(known) != len(attempts) {
		return errors.New("a payout stands in it twice")
	}
	state := PayoutPending
	if sub.Redates != 0 {
		state = PayoutSubmitted
		if err := sub.checkFormer(ctx, tx, attempts); err != nil {
			return err
		}
	}
	if err := sub.checkIDs(ctx, tx); err != nil {
		return err
	}
	if err := sub.checkItems(known, attempts, state); err != nil {
		return err
	}
	return checkApproved(ctx, tx, known)
}

// checkApproved refuses an attempt that nobody approved, of a batch that wants
// approval.
func checkApproved(ctx context.Context, tx *sql.Tx, known map[int64]*standing) error {
	w := wanted{columns: []string{"no"}}
	for no := range known {
		w.add(no)
	}
	read := func(rows *sql.Rows) (no int64, err error) { return no, rows.Scan(&no) }
	found, err := lookUp(ctx, tx, w, read, `select v.attempt_no
from wanted as w
cross join payout_approved as v
where v.attempt_no = w.no`)
	if err != nil {
		return err
	}
	approved := map[int64]bool{}
	for _, no := range found {
		approved[no] = true
	}
	for no, a := range known {
		if !approved[no] {
			return fmt.Errorf("payout %s is not approved", a.railRef)
		}
	}
	return nil
}

// checkIDs refuses ids that another file used: a bank would take it for a copy.
func (sub Submission) checkIDs(ctx context.Context, tx *sql.Tx) error {
	used, err := collect(ctx, tx, readSubmission, submissionSelect+`where s.message_id in (?, ?) or s.payment_info_id in (?, ?)
order by s.submission_no desc limit 1`, sub.MessageID, sub.PaymentInfoID, sub.MessageID, sub.PaymentInfoID)
	if err == nil && len(used) > 0 && used[0].No != sub.Redates {
		err = fmt.Errorf("its ids are those of %s", used[0].ID)
	}
	return err
}

// checkFormer checks the file whose place this one takes.
func (sub Submission) checkFormer(ctx context.Context, tx *sql.Tx, attempts []int64) error {
	former, err := submissionIn(ctx, tx, "where s.submission_no = ?", sub.Redates)
	if err != nil {
		return err
	}
	if former.State == SubmissionVoid || former.State == SubmissionRedated {
		return fmt.Errorf("%s is %s", former.ID, former.State)
	}
	if former.BatchNo != sub.BatchNo || former.MessageID != sub.MessageID || former.PaymentInfoID != sub.PaymentInfoID {
		return fmt.Errorf("its batch or ids are not those of %s", former.ID)
	}
	items, err := submissionItems(ctx, tx, former.No)
	if err == nil && !slices.Equal(items, attempts) {
		err = fmt.Errorf("its payouts are not those of %s", former.ID)
	}
	return err
}

func (sub Submission) checkItems(known map[int64]*standing, attempts []int64, state string) error {
	var sum int64
	for _, no := range attempts {
		a := known[no]
		switch {
		case a.batch != sub.BatchNo || a.currency != sub.Currency || a.rail != sub.Rail:
			return fmt.Errorf("payout %s is of another batch, currency or rail", a.railRef)
		case a.state != state || a.unclear:
			return fmt.Errorf("payout %s is %s, wanted %s", a.railRef, a.state, state)
		}
		var err error
		if sum, err = plus(sum, a.amount); err != nil {
			return err
		}
	}
	if int64(len(attempts)) != sub.Payouts || sum != sub.SumMinor {
		return fmt.Errorf("it holds %d payouts and %d minor units, wanted %d and %d", len(attempts), sum, sub.Payouts, sub.SumMinor)
	}
	return nil
}

func insertSubmission(ctx context.Context, tx *sql.Tx, sub Submission, attempts []int64) error {
	_, err := tx.ExecContext(ctx, `insert into submission (submission_no, submission_id, batch_no, rail, number, path, sha256, md5, bytes, payouts,
sum_minor, currency, execution_date, message_id, payment_info_id, debtor_last_four, redates, created_at)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		sub.No, sub.ID, sub.BatchNo, sub.Rail, sub.Number, sub.Path, sub.SHA256, sub.MD5, sub.Bytes, sub.Payouts,
		sub.SumMinor, sub.Currency, sub.Execution.String(), sub.MessageID, sub.PaymentInfoID, sub.DebtorLastFour, orNull(sub.Redates), sub.CreatedAt.UnixMicro())
	if err != nil {
		return err
	}
	rows := newBulk(tx, "submission_item", "submission_no", "item", "attempt_no")
	for i, no := range attempts {
		if err := rows.add(ctx, sub.No, i+1, no); err != nil {
			return err
		}
	}
	return rows.flush(ctx)
}

func submitAttempts(ctx context.Context, tx *sql.Tx, sub Submission, attempts []int64, known map[int64]*standing) error {
	return moveAll(ctx, tx, attempts, known, sub.CreatedAt,
		Transition{From: PayoutPending, To: PayoutSubmitted, Source: "submission", Evidence: sub.ID, OccurredAt: sub.CreatedAt})
}

// moveAll makes the same step for several attempts.
func moveAll(ctx context.Context, tx *sql.Tx, attempts []int64, known map[int64]*standing, at time.Time, t Transition) error {
	books, err := openBooks(ctx, tx, at)
	if err != nil {
		return err
	}
	for _, no := range attempts {
		t.AttemptNo = no
		if err := books.take(ctx, known[no], t, ""); err != nil {
			return err
		}
	}
	return books.flush(ctx)
}

// VoidSubmission takes a file back whose attempts are all still submitted: they
// become pending again. It is refused when the file, or one whose place it
// took, is marked as sent.
func (s *State) VoidSubmission(ctx context.Context, id, by, why string, at time.Time) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		if by == "" {
			return errors.New("nobody named: to take a file back needs a person")
		}
		sub, err := submissionIn(ctx, tx, "where s.submission_id = ?", id)
		if err != nil {
			return err
		}
		if err := checkVoid(ctx, tx, sub); err != nil {
			return err
		}
		items, err := submissionItems(ctx, tx, sub.No)
		if err != nil {
			return err
		}
		known, err := standings(ctx, tx, items)
		if err != nil {
			return err
		}
		for _, no := range items {
			if a := known[no]; a.state != PayoutSubmitted || a.unclear {
				return fmt.Errorf("the bank answered about payout %s, which is %s", a.railRef, a.state)
			}
		}
		if err := insertMark(ctx, tx, sub.No, SubmissionMark{Kind: MarkVoid, By: by, Detail: why, At: at}); err != nil {
			return err
		}
		return moveAll(ctx, tx, items, known, at,
			Transition{From: PayoutSubmitted, To: PayoutPending, Source: "void", Evidence: sub.ID, Reason: why, OccurredAt: at})
	})
	if err != nil {
		return fmt.Errorf("submission %s: %w", id, err)
	}
	return nil
}

// checkVoid refuses when the bank may have the file. A file that was redated
// has the same ids, so a bank that got it pays the same payouts.
func checkVoid(ctx context.Context, tx *sql.Tx, sub Submission) error {
	if sub.State == SubmissionVoid || sub.State == SubmissionRedated {
		return fmt.Errorf("it is %s", sub.State)
	}
	for {
		if !sub.SentAt.IsZero() {
			return fmt.Errorf("%s is marked as sent by %s", sub.ID, sub.SentBy)
		}
		if sub.Redates == 0 {
			return nil
		}
		var err error
		if sub, err = submissionIn(ctx, tx, "where s.submission_no = ?", sub.Redates); err != nil {
			return err
		}
		fetched, err := mayBeFetched(ctx, tx, sub.No)
		if err != nil {
			return err
		}
		if fetched {
			return fmt.Errorf("the copy of %s, which it replaces, was fetched from the delivery folder or may still lie there: the bank may have it; ask the bank", sub.ID)
		}
	}
}

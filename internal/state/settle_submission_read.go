package state

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"recon/internal/calendar"
)

// SubmissionMark is one thing that happened to a submission.
type SubmissionMark struct {
	SubmissionID string
	Kind         string
	By           string
	BankRef      string
	Detail       string
	At           time.Time
}

const submissionSelect = `select s.submission_no, s.submission_id, s.batch_no, s.rail, s.number, s.path, s.sha256, s.md5, s.bytes, s.payouts,
s.sum_minor, s.currency, s.execution_date, s.message_id, s.payment_info_id, s.debtor_last_four, coalesce(s.redates, 0), s.created_at,
s.placed, s.delivered, s.void, s.redated, s.sent_at, s.sent_by, s.bank_ref
from submission_state as s
`

func readSubmission(rows *sql.Rows) (f Submission, err error) {
	var created, placed, delivered, void, redated, sent int64
	var execution string
	if err := rows.Scan(&f.No, &f.ID, &f.BatchNo, &f.Rail, &f.Number, &f.Path, &f.SHA256, &f.MD5, &f.Bytes, &f.Payouts,
		&f.SumMinor, &f.Currency, &execution, &f.MessageID, &f.PaymentInfoID, &f.DebtorLastFour, &f.Redates, &created,
		&placed, &delivered, &void, &redated, &sent, &f.SentBy, &f.BankRef); err != nil {
		return f, err
	}
	f.CreatedAt, f.SentAt = fromMicros(created), instant(sent)
	f.Placed, f.Delivered = placed == 1, delivered == 1
	switch {
	case void == 1:
		f.State = SubmissionVoid
	case redated == 1:
		f.State = SubmissionRedated
	case sent != 0:
		f.State = SubmissionSent
	default:
		f.State = SubmissionMade
	}
	f.Execution, err = calendar.Parse(execution)
	return f, err
}

// submissionIn reads one file in a transaction.
func submissionIn(ctx context.Context, q querier, where string, key any) (Submission, error) {
	found, err := collect(ctx, q, readSubmission, submissionSelect+where, key)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("there is no submission %v: `settle list` shows them", key)
	}
	if err != nil {
		return Submission{}, err
	}
	return found[0], nil
}

func submissionItems(ctx context.Context, q querier, no int64) ([]int64, error) {
	read := func(rows *sql.Rows) (no int64, err error) { return no, rows.Scan(&no) }
	return collect(ctx, q, read, "select attempt_no from submission_item where submission_no = ? order by item", no)
}

// Submissions returns the files of a batch in the order of writing; batch 0 is
// all.
func (s *State) Submissions(ctx context.Context, batchNo int64) ([]Submission, error) {
	return collect(ctx, s.db, readSubmission, submissionSelect+"where (? = 0 or s.batch_no = ?) order by s.submission_no", batchNo, batchNo)
}

// SubmissionByID returns one file; an unknown one is an error.
func (s *State) SubmissionByID(ctx context.Context, id string) (Submission, error) {
	return submissionIn(ctx, s.db, "where s.submission_id = ?", id)
}

// SubmissionItems returns the numbers of a file's attempts in its order.
func (s *State) SubmissionItems(ctx context.Context, id string) ([]int64, error) {
	sub, err := s.SubmissionByID(ctx, id)
	if err != nil {
		return nil, err
	}
	return submissionItems(ctx, s.db, sub.No)
}

// MarkSubmission stores a mark of kind placed, delivered, sent or alarm. The
// same mark again changes nothing, except for alarms; sent with another bank
// reference, or of a void or redated file, is an error.
func (s *State) MarkSubmission(ctx context.Context, m SubmissionMark) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		sub, err := submissionIn(ctx, tx, "where s.submission_id = ?", m.SubmissionID)
		if err != nil {
			return err
		}
		isThere, err := m.check(ctx, tx, sub)
		if err != nil || isThere {
			return err
		}
		return insertMark(ctx, tx, sub.No, m)
	})
	if err != nil {
		return fmt.Errorf("submission %s: %w", m.SubmissionID, err)
	}
	return nil
}

func (m SubmissionMark) check(ctx context.Context, tx *sql.Tx, sub Submission) (isThere bool, err error) {
	if !slices.Contains([]string{MarkPlaced, MarkDelivered, MarkSent, MarkAlarm}, m.Kind) {
		return false, fmt.Errorf("mark %q: wanted placed, delivered, sent or alarm", m.Kind)
	}
	if m.Kind == MarkAlarm {
		return false, nil
	}
	if sub.State == SubmissionVoid || sub.State == SubmissionRedated {
		return false, fmt.Errorf("it is %s: call the bank if it has this file", sub.State)
	}
	if m.Kind == MarkSent && !sub.SentAt.IsZero() && m.BankRef != sub.BankRef {
		return false, fmt.Errorf("it was marked as sent by %s with bank reference %q", sub.SentBy, sub.BankRef)
	}
	count, err := number(ctx, tx, "select count(*) from submission_mark where submission_no = ? and kind = ?", sub.No, m.Kind)
	return count > 0, err
}

func insertMark(ctx context.Context, tx *sql.Tx, no int64, m SubmissionMark) error {
	_, err := tx.ExecContext(ctx, `insert into submission_mark (mark_no, submission_no, kind, marked_by, bank_ref, detail, marked_at)
values ((select coalesce(max(mark_no), 0) + 1 from submission_mark), ?, ?, ?, ?, ?, ?)`,
		no, m.Kind, m.By, m.BankRef, m.Detail, m.At.UnixMicro())
	return err
}

// SubmissionMarks returns what happened to a file, oldest first.
func (s *State) SubmissionMarks(ctx context.Context, id string) ([]SubmissionMark, error) {
	read := func(rows *sql.Rows) (m SubmissionMark, err error) {
		var at int64
		err = rows.Scan(&m.SubmissionID, &m.Kind, &m.By, &m.BankRef, &m.Detail, &at)
		m.At = fromMicros(at)
		return m, err
	}
	return collect(ctx, s.db, read, `select s.submission_id, m.kind, m.marked_by, m.bank_ref, m.detail, m.marked_at
from submission as s
inner join submission_mark as m on m.submission_no = s.submission_no
where s.submission_id = ?
order by m.mark_no`, id)
}

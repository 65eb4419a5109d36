package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Discard throws a draft away: every live attempt of it is cancelled, its
// reservations and openings are reversed. It is refused once a payout of the
// batch is approved or in a submission, and when a later batch that was not discarded
// builds on it. A batch that is not computed to its end can be discarded too.
func (s *State) Discard(ctx context.Context, batchNo int64, by, why string, at time.Time) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		b, err := batchIn(ctx, tx, batchNo)
		if err != nil {
			return err
		}
		if err := discard(ctx, tx, b, by, why, at); err != nil {
			return fmt.Errorf("batch %s: %w", b.ID, err)
		}
		return nil
	})
}

func discard(ctx context.Context, tx *sql.Tx, b Batch, by, why string, at time.Time) error {
	if err := checkDiscard(ctx, tx, b, by, why); err != nil {
		return err
	}
	books, err := openBooks(ctx, tx, at)
	if err != nil {
		return err
	}
	if err := discardAttempts(ctx, tx, books, b, why, at); err != nil {
		return err
	}
	if err := discardOpenings(ctx, tx, books, b); err != nil {
		return err
	}
	if err := books.flush(ctx); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "insert into batch_discarded (batch_no, discarded_by, why, discarded_at) values (?, ?, ?, ?)",
		b.No, by, why, at.UnixMicro())
	return err
}

func checkDiscard(ctx context.Context, tx *sql.Tx, b Batch, by, why string) error {
	switch {
	case by == "":
		return fmt.Errorf("nobody named: to discard needs a person")
	case why == "":
		return fmt.Errorf("no reason given")
	case b.Discarded != nil:
		return fmt.Errorf("it was discarded already")
	}
	for _, bar := range []struct{ query, text string }{
		{"select count(*) from approval as p where p.batch_no = ? and " + approves, "it is approved and no draft any more: make a supplement, or refuse or cancel payouts"},
		{"select count(*) from submission where batch_no = ?", "a file was made of it and it is no draft any more"},
		{"select count(*) from payout_attempt where batch_no = ? and retry = 1", "a payout of it was tried again and it is no draft any more"},
		{`select count(*) from batch as b
where b.batch_no > ? and not exists (select 1 from batch_discarded as d where d.batch_no = b.batch_no)`, "a later batch builds on it: discard that first"},
	} {
		count, err := number(ctx, tx, bar.query, b.No)
		if err != nil {
			return err
		}
		if count > 0 {
			return errors.New(bar.text)
		}
	}
	return nil
}

func discardAttempts(ctx context.Context, tx *sql.Tx, books *books, b Batch, why string, at time.Time) error {
	live, err := collect(ctx, tx, readStanding, standingQuery+standingJoin+
		"where a.batch_no = ? and t.state in ('review', 'pending') order by a.attempt_no", b.No)
	if err != nil {
		return err
	}
	for i := range live {
		t := Transition{AttemptNo: live[i].no, From: live[i].state, To: PayoutCancelled, Source: "discard", Evidence: b.ID, Reason: why, OccurredAt: at}
		if err := books.take(ctx, &live[i], t, postDiscard); err != nil {
			return err
		}
	}
	return nil
}

func discardOpenings(ctx context.Context, tx *sql.Tx, books *books, b Batch) error {
	read := func(rows *sql.Rows) (t transfer, err error) {
		t = transfer{kind: postDiscard, from: bucketAvailable, to: bucketOpening, madeBatch: b.No}
		return t, rows.Scan(&t.account, &t.amount)
	}
	all, err := collect(ctx, tx, read, `select account_no, amount_minor from posting
where kind = 'opening' and batch_no = ? and bucket = 'available'
order by posting_seq`, b.No)
	if err != nil {
		return err
	}
	for _, t := range all {
		if err := books.post(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

package state

import (
	"context"
	"database/sql"
	"strings"
	"time"
)

// SettlementName begins the names under which payout batches are published
// beside the days of reconciliations, which may not have such a name.
const SettlementName = "settle"

// IsSettlement reports whether a published day is a payout batch.
func (k DayKey) IsSettlement() bool {
	return k.Reconciliation == SettlementName || strings.HasPrefix(k.Reconciliation, SettlementName+"-")
}

// BookSeq is a moment of the payout books: its last event and last posting.
type BookSeq struct{ Event, Posting int64 }

// SettlePublished is the moment up to which the published tables of all
// batches show the books.
func (s *State) SettlePublished(ctx context.Context) (seq BookSeq, err error) {
	err = s.db.QueryRowContext(ctx, `select coalesce(max(event_seq), 0), coalesce(max(posting_seq), 0) from settle_published`).
		Scan(&seq.Event, &seq.Posting)
	return seq, err
}

// MarkSettlePublished stores that the published tables show the books up to a
// moment.
func (s *State) MarkSettlePublished(ctx context.Context, seq BookSeq, at time.Time) error {
	_, err := s.db.ExecContext(ctx, `insert into settle_published (published_no, event_seq, posting_seq, published_at)
values ((select coalesce(max(published_no), 0) + 1 from settle_published), ?, ?, ?)`, seq.Event, seq.Posting, at.UnixMicro())
	return err
}

// BatchesSince returns the batches, discarded ones too, whose payouts have
// events or postings after a moment, by number, and the moment it is now.
func (s *State) BatchesSince(ctx context.Context, since BookSeq) (touched []Batch, now BookSeq, err error) {
	err = s.db.QueryRowContext(ctx, `select (select coalesce(max(event_seq), 0) from payout_event), (select coalesce(max(posting_seq), 0) from posting)`).
		Scan(&now.Event, &now.Posting)
	if err != nil {
		return nil, now, err
	}
	read := func(rows *sql.Rows) (no int64, err error) { return no, rows.Scan(&no) }
	numbers, err := collect(ctx, s.db, read, `select a.batch_no
from payout_event as e inner join payout_attempt as a on a.attempt_no = e.attempt_no
where e.event_seq > ?
union
select coalesce(a.batch_no, p.batch_no)
from posting as p left join payout_attempt as a on a.attempt_no = p.attempt_no
where p.posting_seq > ?`, since.Event, since.Posting)
	if err != nil || len(numbers) == 0 {
		return nil, now, err
	}
	all, err := s.BatchRows(ctx)
	if err != nil {
		return nil, now, err
	}
	wanted := map[int64]bool{}
	for _, no := range numbers {
		wanted[no] = true
	}
	for _, b := range all {
		if wanted[b.No] {
			touched = append(touched, b)
		}
	}
	return touched, now, nil
}

// MarkReportedNow stores that a batch's reports show it as it is now, unless
// they were written before.
func (s *State) MarkReportedNow(ctx context.Context, batchNo int64, at time.Time) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		var seq int64
		if err := tx.QueryRowContext(ctx, "select coalesce(max(event_seq), 0) from payout_event").Scan(&seq); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `insert into batch_reported (batch_no, event_seq, reported_at)
values (?, ?, ?) on conflict (batch_no) do nothing`, batchNo, seq, at.UnixMicro())
		return err
	})
}

// SubmittedAsOf returns the last file that each attempt of a batch had gone
// into up to an event, by attempt number.
func (s *State) SubmittedAsOf(ctx context.Context, batchNo, eventSeq int64) (map[int64]string, error) {
	rows, err := s.db.QueryContext(ctx, `select e.attempt_no, e.evidence
from payout_event as e inner join payout_attempt as a on a.attempt_no = e.attempt_no
where a.batch_no = ? and e.to_state = 'submitted' and e.from_state = 'pending' and e.event_seq <= ?
order by e.event_seq`, batchNo, eventSeq)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	files := map[int64]string{}
	for rows.Next() {
		var attempt int64
		var file string
		if err := rows.Scan(&attempt, &file); err != nil {
			return nil, err
		}
		files[attempt] = file
	}
	return files, rows.Err()
}

// Decided is what a batch decided about one payout, as its hash covers it.
type Decided struct {
	PayoutKey, Currency, Rail, RailRef, Fingerprint, Born string
	AmountMinor                                           int64
}

// BatchRows returns all batches, discarded ones too, by number, without the
// word of their state, for which every payout would be counted.
func (s *State) BatchRows(ctx context.Context) ([]Batch, error) {
	return readBatches(ctx, s.db, "order by b.batch_no")
}

// BatchRow returns one batch without the word of its state; an unknown one is
// an error.
func (s *State) BatchRow(ctx context.Context, no int64) (Batch, error) { return batchIn(ctx, s.db, no) }

// DecidedPayouts walks what a batch decided, retries left out, by payout key.
// fn must not call the store.
func (s *State) DecidedPayouts(ctx context.Context, batchNo int64, fn func(Decided) error) error {
	rows, err := s.db.QueryContext(ctx, `select p.payout_key, n.currency, a.rail, a.rail_ref, a.fingerprint, a.born, a.amount_minor
from payout_attempt as a
inner join payout as p on p.payout_no = a.payout_no
inner join payee_account as n on n.account_no = p.account_no
where a.batch_no = ? and a.retry = 0
order by p.payout_key`, batchNo)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var d Decided
		if err := rows.Scan(&d.PayoutKey, &d.Currency, &d.Rail, &d.RailRef, &d.Fingerprint, &d.Born, &d.AmountMinor); err != nil {
			return err
		}
		if err := fn(d); err != nil {
			return err
		}
	}
	return rows.Err()
}

package state

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"time"
)

// Completed is what a batch must hold to be complete.
type Completed struct {
	Hash    string           // 64 hex digits
	Summary string           // JSON
	Payouts int64            // how many
	Sums    map[string]int64 // of the payouts per currency; only currencies with payouts
	Skips   int64
}

// CompleteBatch marks a batch as complete, when what is stored has exactly
// these counts and sums and every transfer sums to zero. Saying the same again
// changes nothing.
func (s *State) CompleteBatch(ctx context.Context, batchNo int64, c Completed, at time.Time) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		b, err := batchIn(ctx, tx, batchNo)
		if err != nil {
			return err
		}
		if err := completeBatch(ctx, tx, b, c, at); err != nil {
			return fmt.Errorf("batch %s: %w", b.ID, err)
		}
		return nil
	})
}

func completeBatch(ctx context.Context, tx *sql.Tx, b Batch, c Completed, at time.Time) error {
	switch done := b.Complete; {
	case b.Discarded != nil:
		return fmt.Errorf("it was discarded")
	case done != nil && (done.Hash != c.Hash || done.Payouts != c.Payouts || done.Skips != c.Skips):
		return differs("the batch", []any{done.Hash, done.Payouts, done.Skips}, []any{c.Hash, c.Payouts, c.Skips})
	case done != nil:
		return nil
	}
	for _, check := range []func(context.Context, *sql.Tx, Batch, Completed) error{checkPayouts, checkReservations, checkSkips} {
		if err := check(ctx, tx, b, c); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `insert into batch_complete (batch_no, batch_hash, payouts, skips, summary, posting_seq, event_seq, completed_at)
values (?, ?, ?, ?, ?, (select coalesce(max(posting_seq), 0) from posting), (select coalesce(max(event_seq), 0) from payout_event), ?)`,
		b.No, c.Hash, c.Payouts, c.Skips, c.Summary, at.UnixMicro())
	return err
}

// checkPayouts compares the stored attempts with what was planned.
func checkPayouts(ctx context.Context, tx *sql.Tx, b Batch, c Completed) error {
	type total struct {
		currency   string
		count, sum int64
	}
	read := func(rows *sql.Rows) (t total, err error) { return t, rows.Scan(&t.currency, &t.count, &t.sum) }
	found, err := collect(ctx, tx, read, `select n.currency, count(*), sum(a.amount_minor)
from payout_attempt as a
inner join payout as p on p.payout_no = a.payout_no
inner join payee_account as n on n.account_no = p.account_no
where a.batch_no = ? and a.retry = 0
group by n.currency`, b.No)
	if err != nil {
		return err
	}
	var count int64
	sums := map[string]int64{}
	for _, t := range found {
		count += t.count
		sums[t.currency] = t.sum
	}
	if count != c.Payouts || !maps.Equal(sums, c.Sums) {
		return fmt.Errorf("stored are %d payouts with the sums %v, wanted %d with %v", count, sums, c.Payouts, c.Sums)
	}
	return nil
}

// checkReservations finds an attempt whose reservation is not its amount, and a
// transfer of the batch that does not sum to zero.
func checkReservations(ctx context.Context, tx *sql.Tx, b Batch, _ Completed) error {
	wrong, err := number(ctx, tx, `select count(*)
from payout_attempt as a
left join posting as p on p.attempt_no = a.attempt_no and p.kind = 'reserve' and p.bucket = 'reserved'
where a.batch_no = ? and a.retry = 0 and coalesce(p.amount_minor, 0) <> a.amount_minor`, b.No)
	if err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("%d payouts have another reservation than their amount", wrong)
	}
	wrong, err = number(ctx, tx, `select count(*) from (
  select p.transfer_no
  from posting as p
  where p.posting_seq > ? and p.batch_no = ?
  group by p.transfer_no
  having sum(p.amount_minor) <> 0 or count(*) <> 2 or min(p.account_no) <> max(p.account_no)
) as w`, b.PostingSeq, b.No)
	if err == nil && wrong > 0 {
		err = fmt.Errorf("%d transfers do not sum to zero", wrong)
	}
	return err
}

func checkSkips(ctx context.Context, tx *sql.Tx, b Batch, c Completed) error {
	skips, err := number(ctx, tx, "select count(*) from skip where batch_no = ?", b.No)
	if err == nil && skips != c.Skips {
		err = fmt.Errorf("stored are %d skips, wanted %d", skips, c.Skips)
	}
	return err
}

// MarkReported stores up to which event a batch's reports show it. The first
// time counts.
func (s *State) MarkReported(ctx context.Context, batchNo, eventSeq int64, at time.Time) error {
	_, err := s.db.ExecContext(ctx, `insert into batch_reported (batch_no, event_seq, reported_at)
values (?, ?, ?) on conflict (batch_no) do nothing`, batchNo, eventSeq, at.UnixMicro())
	return err
}

package state

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// The kinds of transfers.
const (
	postOpening  = "opening"
	postReserve  = "reserve"
	postRelease  = "release"
	postDiscard  = "discard"
	postPaid     = "paid"
	postReturned = "returned"
)

// The buckets of an account.
const (
	bucketAvailable = "available"
	bucketReserved  = "reserved"
	bucketClearing  = "clearing"
	bucketOpening   = "opening"
)

// transfer is money that moves from one bucket of an account to another.
type transfer struct {
	kind      string
	from, to  string
	account   int64
	amount    int64
	attempt   int64 // 0 none
	madeBatch int64 // the batch that is being made, 0 none
}

// books writes events and postings of one transaction. Its numbers are read
// once, so nothing else may write to the two tables in that transaction.
type books struct {
	now                              int64
	eventSeq, postingSeq, transferNo int64
	events, postings                 *bulk
}

func openBooks(ctx context.Context, tx *sql.Tx, now time.Time) (*books, error) {
	b := &books{
		now: now.UnixMicro(),
		events: newBulk(tx, "payout_event", "event_seq", "attempt_no", "from_state", "to_state", "source", "evidence",
			"code", "reason", "fixable", "unclear", "occurred_at", "recorded_at"),
		postings: newBulk(tx, "posting", "posting_seq", "transfer_no", "kind", "account_no", "bucket", "amount_minor",
			"attempt_no", "batch_no", "posted_at"),
	}
	// Transfers are numbered in the order of their postings, so the last posting
	// has the last transfer's number.
	err := tx.QueryRowContext(ctx, `select
  (select coalesce(max(event_seq), 0) from payout_event),
  (select coalesce(max(posting_seq), 0) from posting),
  coalesce((select transfer_no from posting order by posting_seq desc limit 1), 0)`).Scan(&b.eventSeq, &b.postingSeq, &b.transferNo)
	return b, err
}

// post writes the two lines of a transfer.
func (b *books) post(ctx context.Context, t transfer) error {
	b.transferNo++
	for _, line := range []struct {
		bucket string
		amount int64
	}{{t.from, -t.amount}, {t.to, t.amount}} {
		b.postingSeq++
		if err := b.postings.add(ctx, b.postingSeq, b.transferNo, t.kind, t.account, line.bucket, line.amount,
			orNull(t.attempt), orNull(t.madeBatch), b.now); err != nil {
			return err
		}
	}
	return nil
}

// reserve posts the reservations of the attempts from first to last, all of
// which a batch has just planned. The lines are made from the stored attempts:
// that is a third faster than to bind each, and they cannot differ.
func (b *books) reserve(ctx context.Context, tx *sql.Tx, batch, first, last int64) error {
	if err := b.postings.flush(ctx); err != nil {
		return err
	}
	for line, side := range []struct {
		bucket string
		sign   int64
	}{{bucketAvailable, -1}, {bucketReserved, 1}} {
		_, err := tx.ExecContext(ctx, `insert into posting (posting_seq, transfer_no, kind, account_no, bucket, amount_minor, attempt_no, batch_no, posted_at)
select ? + 2 * (a.attempt_no - ?), ? + a.attempt_no - ?, ?, p.account_no, ?, ? * a.amount_minor, a.attempt_no, ?, ?
from payout_attempt as a
inner join payout as p on p.payout_no = a.payout_no
where a.attempt_no between ? and ?`, b.postingSeq+int64(line)+1, first, b.transferNo+1, first, postReserve, side.bucket, side.sign, batch, b.now, first, last)
		if err != nil {
			return err
		}
	}
	b.postingSeq += 2 * (last - first + 1)
	b.transferNo += last - first + 1
	return nil
}

// event writes one transition.
func (b *books) event(ctx context.Context, t Transition) error {
	b.eventSeq++
	return b.events.add(ctx, b.eventSeq, t.AttemptNo, t.From, t.To, t.Source, t.Evidence,
		t.Code, t.Reason, flag(t.Fixable), flag(t.Unclear), micros(t.OccurredAt), b.now)
}

func (b *books) flush(ctx context.Context) error {
	if err := b.events.flush(ctx); err != nil {
		return err
	}
	return b.postings.flush(ctx)
}

// orNull is a number of a row that may be absent.
func orNull(no int64) any {
	if no == 0 {
		return nil
	}
	return no
}

// steps are the steps an attempt may take, with the transfer that each is. A
// step to the same state is a remark. Only files make an attempt submitted or
// take it back.
var steps = map[[2]string]struct{ kind, from, to string }{
	{PayoutReview, PayoutPending}:        {},
	{PayoutReview, PayoutCancelled}:      {postRelease, bucketReserved, bucketAvailable},
	{PayoutPending, PayoutSubmitted}:     {},
	{PayoutPending, PayoutCancelled}:     {postRelease, bucketReserved, bucketAvailable},
	{PayoutSubmitted, PayoutSubmitted}:   {},
	{PayoutSubmitted, PayoutPending}:     {},
	{PayoutSubmitted, PayoutProcessing}:  {},
	{PayoutSubmitted, PayoutPaid}:        {postPaid, bucketReserved, bucketClearing},
	{PayoutSubmitted, PayoutFailed}:      {postRelease, bucketReserved, bucketAvailable},
	{PayoutSubmitted, PayoutCancelled}:   {postRelease, bucketReserved, bucketAvailable},
	{PayoutProcessing, PayoutProcessing}: {},
	{PayoutProcessing, PayoutPaid}:       {postPaid, bucketReserved, bucketClearing},
	{PayoutProcessing, PayoutFailed}:     {postRelease, bucketReserved, bucketAvailable},
	{PayoutProcessing, PayoutCancelled}:  {postRelease, bucketReserved, bucketAvailable},
	{PayoutPaid, PayoutReturned}:         {postReturned, bucketClearing, bucketAvailable},
}

// standing is an attempt as it is in a transaction.
type standing struct {
	no, batch, account int64
	amount             int64
	currency           string
	rail, railRef      string
	state              string
	unclear            bool
	complete           bool
}

const standingQuery = `select a.attempt_no, a.batch_no, p.account_no, a.amount_minor, n.currency, a.rail, a.rail_ref, t.state, t.unclear,
  case when exists (select 1 from batch_complete as c where c.batch_no = a.batch_no) then 1 else 0 end
`

const standingJoin = `from payout_attempt as a
inner join payout as p on p.payout_no = a.payout_no
inner join payee_account as n on n.account_no = p.account_no
inner join payout_state as t on t.attempt_no = a.attempt_no
`

func readStanding(rows *sql.Rows) (s standing, err error) {
	var unclear, complete int64
	err = rows.Scan(&s.no, &s.batch, &s.account, &s.amount, &s.currency, &s.rail, &s.railRef, &s.state, &unclear, &complete)
	s.unclear, s.complete = unclear == 1, complete == 1
	return s, err
}

// standings reads attempts by number; an unknown one is an error.
func standings(ctx context.Context, tx *sql.Tx, nos []int64) (map[int64]*standing, error) {
	w := wanted{columns: []string{"no"}}
	known := make(map[int64]*standing, len(nos))
	for _, no := range nos {
		if _, twice := known[no]; !twice {
			known[no] = nil
			w.add(no)
		}
	}
	found, err := lookUp(ctx, tx, w, readStanding, standingQuery+`from wanted as w
cross join payout_attempt as a
cross join payout as p
cross join payee_account as n
cross join payout_state as t
where a.attempt_no = w.no and p.payout_no = a.payout_no and n.account_no = p.account_no and t.attempt_no = a.attempt_no`)
	if err != nil {
		return nil, err
	}
	for i := range found {
		known[found[i].no] = &found[i]
	}
	for no, s := range known {
		if s == nil {
			return nil, fmt.Errorf("no payout attempt with number %d", no)
		}
	}
	return known, nil
}

// take writes a step of an attempt and its transfer, and moves the attempt on.
// kind replaces the transfer's kind when it is not empty.
func (b *books) take(ctx context.Context, s *standing, t Transition, kind string) error {
	step, allowed := steps[[2]string{t.From, t.To}]
	switch {
	case s.state != t.From:
		return fmt.Errorf("payout %s: a step from %s to %s, but it is %s", s.railRef, t.From, t.To, s.state)
	case !allowed:
		return fmt.Errorf("payout %s: there is no step from %s to %s", s.railRef, t.From, t.To)
	}
	if err := b.event(ctx, t); err != nil {
		return fmt.Errorf("payout %s: %w", s.railRef, err)
	}
	s.state, s.unclear = t.To, t.Unclear
	if step.kind == "" {
		return nil
	}
	if kind == "" {
		kind = step.kind
	}
	return b.post(ctx, transfer{kind: kind, from: step.from, to: step.to, account: s.account, amount: s.amount, attempt: s.no})
}

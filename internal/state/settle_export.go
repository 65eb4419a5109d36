package state

import (
	"context"
	"database/sql"
	"iter"
	"time"
)

// PayoutEvent is one stored transition.
type PayoutEvent struct {
	Seq        int64
	AttemptNo  int64
	RailRef    string
	PayoutKey  string
	From, To   string
	Source     string
	Evidence   string
	Code       string
	Reason     string
	Fixable    bool
	Unclear    bool
	OccurredAt time.Time
	RecordedAt time.Time
}

// Posting is one line of the payout books.
type Posting struct {
	Seq             int64
	TransferNo      int64
	Kind            string
	Payee, Currency string
	Bucket          string
	AmountMinor     int64
	AttemptNo       int64  // 0 none
	RailRef         string // "" none
	PayoutKey       string // "" none
	PostedAt        time.Time
}

// pageRows is how many rows an iterator reads at a time. Between pages no
// connection is held, so the store may be called while walking.
const pageRows = 10_000

// pages walks rows in the order of a growing sequence.
func pages[T any](seq int64, read func(after int64) ([]T, error), seqOf func(T) int64) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			page, err := read(seq)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, row := range page {
				if !yield(row, nil) {
					return
				}
				seq = seqOf(row)
			}
			if len(page) < pageRows {
				return
			}
		}
	}
}

// batchList is a list of batch numbers for a query, and where to begin reading:
// nothing of a batch was written before its row.
func (s *State) batchList(ctx context.Context, column string, nos []int64) (list string, args []any, after int64, err error) {
	list = rowOf(len(nos))
	for _, no := range nos {
		args = append(args, no)
	}
	after, err = number(ctx, s.db, "select coalesce(min("+column+"), 0) from batch where batch_no in "+list, args...)
	return list, args, after, err
}

// EventsOf walks the events of some batches' attempts in the order of writing.
func (s *State) EventsOf(ctx context.Context, batchNos ...int64) iter.Seq2[PayoutEvent, error] {
	list, args, after, err := s.batchList(ctx, "event_seq", batchNos)
	return pages(after, func(after int64) ([]PayoutEvent, error) {
		if err != nil {
			return nil, err
		}
		return collect(ctx, s.db, readEvent, eventSelect+"where e.event_seq > ? and a.batch_no in "+list+" order by e.event_seq limit ?",
			append(append([]any{after}, args...), pageRows)...)
	}, func(e PayoutEvent) int64 { return e.Seq })
}

// EventsOfAttempt returns what happened to one attempt, oldest first.
func (s *State) EventsOfAttempt(ctx context.Context, attemptNo int64) ([]PayoutEvent, error) {
	return collect(ctx, s.db, readEvent, eventSelect+"where e.attempt_no = ? order by e.event_seq", attemptNo)
}

const eventSelect = `select e.event_seq, e.attempt_no, a.rail_ref, p.payout_key, e.from_state, e.to_state, e.source, e.evidence,
e.code, e.reason, e.fixable, e.unclear, e.occurred_at, e.recorded_at
from payout_event as e
cross join payout_attempt as a on a.attempt_no = e.attempt_no
cross join payout as p on p.payout_no = a.payout_no
`

func readEvent(rows *sql.Rows) (e PayoutEvent, err error) {
	var fixable, unclear, occurred, recorded int64
	err = rows.Scan(&e.Seq, &e.AttemptNo, &e.RailRef, &e.PayoutKey, &e.From, &e.To, &e.Source, &e.Evidence,
		&e.Code, &e.Reason, &fixable, &unclear, &occurred, &recorded)
	e.Fixable, e.Unclear, e.OccurredAt, e.RecordedAt = fixable == 1, unclear == 1, instant(occurred), fromMicros(recorded)
	return e, err
}

// PostingsOf walks the postings of some batches' attempts and openings in the
// order of writing.
func (s *State) PostingsOf(ctx context.Context, batchNos ...int64) iter.Seq2[Posting, error] {
	list, args, after, err := s.batchList(ctx, "posting_seq", batchNos)
	return pages(after, func(after int64) ([]Posting, error) {
		if err != nil {
			return nil, err
		}
		return collect(ctx, s.db, readPosting, postingSelect+"where g.posting_seq > ? and coalesce(a.batch_no, g.batch_no) in "+list+
			" order by g.posting_seq limit ?", append(append([]any{after}, args...), pageRows)...)
	}, func(p Posting) int64 { return p.Seq })
}

const postingSelect = `select g.posting_seq, g.transfer_no, g.kind, n.payee, n.currency, g.bucket, g.amount_minor,
coalesce(g.attempt_no, 0), coalesce(a.rail_ref, ''), coalesce(p.payout_key, ''), g.posted_at
from posting as g
inner join payee_account as n on n.account_no = g.account_no
left join payout_attempt as a on a.attempt_no = g.attempt_no
left join payout as p on p.payout_no = a.payout_no
`

func readPosting(rows *sql.Rows) (p Posting, err error) {
	var posted int64
	err = rows.Scan(&p.Seq, &p.TransferNo, &p.Kind, &p.Payee, &p.Currency, &p.Bucket, &p.AmountMinor,
		&p.AttemptNo, &p.RailRef, &p.PayoutKey, &posted)
	p.PostedAt = fromMicros(posted)
	return p, err
}

package state

import (
	"context"
	"database/sql"
	"time"
)

// PostedSum is what our postings say of an account.
type PostedSum struct {
	Payee, Currency string
	AvailableMinor  int64 // + is owed to the payee, beside the ledger's entries
	ReservedMinor   int64
	OpeningMinor    int64
	// Since the batch before, its own payouts left out.
	PaidSinceMinor     int64 // reserved by retries and other batches
	ReturnedSinceMinor int64 // released and returned
	HadPayout          bool  // of a batch that was not discarded
}

const postedSums = `select n.payee, n.currency, t.available, t.reserved, t.opening, t.paid_since, t.returned_since, t.payouts
from (
  select
    p.account_no,
    sum(case when p.bucket = 'available' then p.amount_minor else 0 end) as available,
    sum(case when p.bucket = 'reserved' then p.amount_minor else 0 end) as reserved,
    sum(case when p.bucket = 'opening' then -p.amount_minor else 0 end) as opening,
    sum(case when p.bucket = 'reserved' and p.kind = 'reserve' and p.posting_seq > ? and coalesce(p.batch_no, 0) <> ? and d.batch_no is null
      then p.amount_minor else 0 end) as paid_since,
    sum(case when p.bucket = 'available' and p.kind in ('release', 'returned') and p.posting_seq > ? and p.attempt_no not in (
        select a.attempt_no from batch_discarded as c inner join payout_attempt as a on a.batch_no = c.batch_no
      ) then p.amount_minor else 0 end) as returned_since,
    sum(case when p.bucket = 'reserved' and p.kind = 'reserve' and d.batch_no is null then 1 else 0 end) as payouts
  from posting as p
  left join batch_discarded as d on d.batch_no = p.batch_no
  where p.posting_seq <= ?
  group by p.account_no
) as t
inner join payee_account as n on n.account_no = t.account_no
order by n.payee, n.currency`

// PostedSums sums the postings up to a sequence per account, by payee and
// currency. before is the batch before, zero if there is none. What a draft
// that was discarded did to an account is nothing. fn must not call the store.
func (s *State) PostedSums(ctx context.Context, upTo int64, before Batch, fn func(PostedSum) error) error {
	rows, err := s.db.QueryContext(ctx, postedSums, before.PostingSeq, before.No, before.PostingSeq, upTo)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var p PostedSum
		var payouts int64
		if err := rows.Scan(&p.Payee, &p.Currency, &p.AvailableMinor, &p.ReservedMinor, &p.OpeningMinor,
			&p.PaidSinceMinor, &p.ReturnedSinceMinor, &payouts); err != nil {
			return err
		}
		p.HadPayout = payouts > 0
		if err := fn(p); err != nil {
			return err
		}
	}
	return rows.Err()
}

// BlockedDestination is a destination that a payee must correct.
type BlockedDestination struct {
	Payee, Currency string
	Fingerprint     string
	Code            string
	Since           time.Time
}

// BlockedDestinations returns the destinations that failed or returned a payout
// for a reason only the payee can mend, up to an event, by payee, currency and
// fingerprint.
func (s *State) BlockedDestinations(ctx context.Context, eventSeq int64) ([]BlockedDestination, error) {
	read := func(rows *sql.Rows) (d BlockedDestination, err error) {
		var since int64
		err = rows.Scan(&d.Payee, &d.Currency, &d.Fingerprint, &d.Code, &since)
		d.Since = fromMicros(since)
		return d, err
	}
	return collect(ctx, s.db, read, `select n.payee, n.currency, f.fingerprint, e.code, e.recorded_at
from (
  select p.account_no, a.fingerprint, max(x.event_seq) as event_seq
  from payout_event as x
  inner join payout_attempt as a on a.attempt_no = x.attempt_no
  inner join payout as p on p.payout_no = a.payout_no
  where x.fixable = 1 and x.to_state in ('failed', 'returned') and x.event_seq <= ?
  group by p.account_no, a.fingerprint
) as f
inner join payout_event as e on e.event_seq = f.event_seq
inner join payee_account as n on n.account_no = f.account_no
order by n.payee, n.currency, f.fingerprint`, eventSeq)
}

// Destinations returns every destination listed by a batch before a number (0
// is all) that was not discarded, by payee, currency and first listing.
func (s *State) Destinations(ctx context.Context, beforeBatch int64) ([]Destination, error) {
	return collect(ctx, s.db, readDestination, `select n.payee, n.currency, d.fingerprint, d.last_four, d.batch_no, d.seen_at
from destination as d
inner join payee_account as n on n.account_no = d.account_no
where (? = 0 or d.batch_no < ?) and not exists (select 1 from batch_discarded as g where g.batch_no = d.batch_no)
order by n.payee, n.currency, d.batch_no, d.fingerprint`, beforeBatch, beforeBatch)
}

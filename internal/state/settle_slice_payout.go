package state

import (
	"context"
	"database/sql"
	"fmt"
)

// payouts stores payouts, attempts and reservations. Whatever refers to a row
// is written after that row.
func (p *poster) payouts(ctx context.Context, b *books, all []PlannedPayout) error {
	prior, err := p.priors(ctx, all)
	if err != nil {
		return err
	}
	fresh, err := p.freshPayouts(ctx, all, prior)
	if err != nil {
		return err
	}
	if err := p.insertPayouts(ctx, fresh); err != nil {
		return err
	}
	if err := p.insertAttempts(ctx, fresh); err != nil {
		return err
	}
	if len(fresh) == 0 {
		return nil
	}
	return b.reserve(ctx, p.tx, p.batch.No, fresh[0].attempt, fresh[len(fresh)-1].attempt)
}

// prior is what is stored of a payout key: its last attempt, and the one that
// this batch planned if there is one.
type prior struct {
	priorAttempt
	batch   int64
	retry   bool
	planned PlannedPayout
}

func readPlanned(rows *sql.Rows) (p prior, err error) {
	var discarded, retry int64
	err = rows.Scan(&p.payoutKey, &p.payout, &p.account, &p.number, &p.state, &p.railRef, &discarded,
		&p.batch, &retry, &p.planned.Payee, &p.planned.Currency, &p.planned.AmountMinor, &p.planned.Rail, &p.planned.Status, &p.planned.Why,
		&p.planned.Fingerprint, &p.planned.LastFour, &p.planned.PayeeFile)
	p.discarded, p.retry = discarded == 1, retry == 1
	return p, err
}

// priors reads the attempts of those payout keys that can be stored already.
func (p *poster) priors(ctx context.Context, all []PlannedPayout) (map[string][]prior, error) {
	w := wanted{columns: []string{"payout_key"}}
	for _, one := range all {
		if a := (account{one.Payee, one.Currency}); !p.isNew[p.no[a]] {
			w.add(p.key(one))
		}
	}
	found, err := lookUp(ctx, p.tx, w, readPlanned, "select "+priorQuery+`,
  a.batch_no, a.retry, n.payee, n.currency, a.amount_minor, a.rail, a.born, a.why, a.fingerprint, a.last_four, a.payee_file
from wanted as w
cross join payout as p
cross join payout_attempt as a
cross join payee_account as n
cross join payout_state as t
where p.payout_key = w.payout_key and a.payout_no = p.payout_no and n.account_no = p.account_no and t.attempt_no = a.attempt_no
order by p.payout_no, a.attempt`)
	byKey := map[string][]prior{}
	for _, one := range found {
		byKey[one.payoutKey] = append(byKey[one.payoutKey], one)
	}
	return byKey, err
}

func (p *poster) key(one PlannedPayout) string {
	return PayoutKey(one.Payee, p.batch.Period, one.Currency)
}

// freshPayout is a payout that is to be stored. payout is 0 when its key is new.
type freshPayout struct {
	PlannedPayout
	key                              string
	account, payout, attempt, number int64
}

// freshPayouts verifies what is stored and returns the rest.
func (p *poster) freshPayouts(ctx context.Context, all []PlannedPayout, stored map[string][]prior) ([]freshPayout, error) {
	last, err := number(ctx, p.tx, "select coalesce(max(attempt_no), 0) from payout_attempt")
	if err != nil {
		return nil, err
	}
	var fresh []freshPayout
	for _, one := range all {
		f := freshPayout{PlannedPayout: one, key: p.key(one), account: p.no[account{one.Payee, one.Currency}], number: 1}
		if before := stored[f.key]; len(before) > 0 {
			isThere, err := p.verify(f, before)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.key, err)
			}
			if isThere {
				continue
			}
			end := before[len(before)-1]
			f.payout, f.number = end.payout, end.number+1
		}
		if err := p.mayAdd(f.key); err != nil {
			return nil, err
		}
		last++
		f.attempt = last
		fresh = append(fresh, f)
	}
	return fresh, nil
}

// verify compares a payout with what this batch stored of it, or says whether
// a next attempt may follow the last one.
func (p *poster) verify(f freshPayout, before []prior) (isThere bool, err error) {
	for _, old := range before {
		if old.batch != p.batch.No || old.retry {
			continue
		}
		if old.planned != f.PlannedPayout {
			return false, differs("the payout", old.planned, f.PlannedPayout)
		}
		return true, nil
	}
	return false, before[len(before)-1].over()
}

func (p *poster) insertPayouts(ctx context.Context, fresh []freshPayout) error {
	last, err := number(ctx, p.tx, "select coalesce(max(payout_no), 0) from payout")
	if err != nil {
		return err
	}
	rows := newBulk(p.tx, "payout", "payout_no", "payout_key", "account_no", "period")
	for i := range fresh {
		f := &fresh[i]
		if f.payout != 0 {
			continue
		}
		last++
		f.payout = last
		if err := rows.add(ctx, f.payout, f.key, f.account, p.batch.Period); err != nil {
			return err
		}
	}
	return rows.flush(ctx)
}

func newAttempts(tx *sql.Tx) *bulk {
	return newBulk(tx, "payout_attempt", "attempt_no", "payout_no", "attempt", "batch_no", "rail", "rail_ref", "amount_minor",
		"fingerprint", "last_four", "payee_file", "born", "why", "retry")
}

func (p *poster) insertAttempts(ctx context.Context, fresh []freshPayout) error {
	rows := newAttempts(p.tx)
	for _, f := range fresh {
		if err := rows.add(ctx, f.attempt, f.payout, f.number, p.batch.No, f.Rail, p.ref(f.key, f.number), f.AmountMinor,
			f.Fingerprint, f.LastFour, f.PayeeFile, f.Status, f.Why, 0); err != nil {
			return err
		}
	}
	return rows.flush(ctx)
}

package state

import (
	"context"
	"database/sql"
	"fmt"
)

// knownAccounts are the numbers of a list's accounts of which something may be
// stored already, for a look-up.
func (p *poster) knownAccounts(count int, of func(i int) account) wanted {
	w := wanted{columns: []string{"no"}}
	for i := range count {
		if no := p.no[of(i)]; !p.isNew[no] {
			w.add(no)
		}
	}
	return w
}

// openings posts what accounts were owed at the start.
func (p *poster) openings(ctx context.Context, b *books, all []Opening) error {
	w := p.knownAccounts(len(all), func(i int) account { return account{all[i].Payee, all[i].Currency} })
	type balance struct{ account, amount int64 }
	read := func(rows *sql.Rows) (o balance, err error) { return o, rows.Scan(&o.account, &o.amount) }
	found, err := lookUp(ctx, p.tx, w, read, `select p.account_no, p.amount_minor
from wanted as w
cross join posting as p
where p.kind = 'opening' and p.batch_no = ? and p.account_no = w.no and p.bucket = 'available'`, p.batch.No)
	if err != nil {
		return err
	}
	stored := map[int64]int64{}
	for _, o := range found {
		stored[o.account] = o.amount
	}
	for _, o := range all {
		no := p.no[account{o.Payee, o.Currency}]
		if was, isThere := stored[no]; isThere {
			if was != o.BalanceMinor {
				return differs("the opening balance of "+o.Payee+" "+o.Currency, was, o.BalanceMinor)
			}
			continue
		}
		if err := p.mayAdd("the opening balance of " + o.Payee + " " + o.Currency); err != nil {
			return err
		}
		stored[no] = o.BalanceMinor
		if err := b.post(ctx, transfer{kind: postOpening, from: bucketOpening, to: bucketAvailable,
			account: no, amount: o.BalanceMinor, madeBatch: p.batch.No}); err != nil {
			return err
		}
	}
	return nil
}

// skips stores who is not paid.
func (p *poster) skips(ctx context.Context, all []Skip) error {
	w := p.knownAccounts(len(all), func(i int) account { return account{all[i].Payee, all[i].Currency} })
	found, err := lookUp(ctx, p.tx, w, readSkip, `select n.payee, n.currency, k.reason, k.amount_minor, k.detail
from wanted as w
cross join skip as k
cross join payee_account as n
where k.batch_no = ? and k.account_no = w.no and n.account_no = w.no`, p.batch.No)
	if err != nil {
		return err
	}
	stored := map[account]Skip{}
	for _, k := range found {
		stored[account{k.Payee, k.Currency}] = k
	}
	rows := newBulk(p.tx, "skip", "batch_no", "account_no", "reason", "amount_minor", "detail")
	for _, k := range all {
		a := account{k.Payee, k.Currency}
		if was, isThere := stored[a]; isThere {
			if was != k {
				return differs("the skip of "+a.String(), was, k)
			}
			continue
		}
		if err := p.mayAdd("the skip of " + a.String()); err != nil {
			return err
		}
		stored[a] = k
		if err := rows.add(ctx, p.batch.No, p.no[a], k.Reason, k.AmountMinor, k.Detail); err != nil {
			return fmt.Errorf("%s: %w", a, err)
		}
	}
	return rows.flush(ctx)
}

func readSkip(rows *sql.Rows) (k Skip, err error) {
	return k, rows.Scan(&k.Payee, &k.Currency, &k.Reason, &k.AmountMinor, &k.Detail)
}

// Skips returns the accounts a batch did not pay, by payee and currency.
func (s *State) Skips(ctx context.Context, batchNo int64) ([]Skip, error) {
	return collect(ctx, s.db, readSkip, `select n.payee, n.currency, k.reason, k.amount_minor, k.detail
from skip as k
inner join payee_account as n on n.account_no = k.account_no
where k.batch_no = ?
order by n.payee, n.currency`, batchNo)
}

// destinations stores where accounts were listed to be paid for the first time;
// what discarded drafts listed does not count.
func (p *poster) destinations(ctx context.Context, all []Destination) error {
	w := p.knownAccounts(len(all), func(i int) account { return account{all[i].Payee, all[i].Currency} })
	found, err := lookUp(ctx, p.tx, w, readDestination, `select n.payee, n.currency, d.fingerprint, d.last_four, d.batch_no, d.seen_at
from wanted as w
cross join destination as d
cross join payee_account as n
where d.account_no = w.no and n.account_no = w.no
  and not exists (select 1 from batch_discarded as g where g.batch_no = d.batch_no)`)
	if err != nil {
		return err
	}
	type place struct {
		account
		fingerprint string
	}
	stored := map[place]Destination{}
	for _, d := range found {
		stored[place{account{d.Payee, d.Currency}, d.Fingerprint}] = d
	}
	rows := newBulk(p.tx, "destination", "account_no", "fingerprint", "last_four", "batch_no", "seen_at")
	for _, d := range all {
		d.BatchNo, d.SeenAt = p.batch.No, fromMicros(d.SeenAt.UnixMicro())
		at := place{account{d.Payee, d.Currency}, d.Fingerprint}
		if was, isThere := stored[at]; isThere {
			if was != d {
				return differs("the first listing of "+at.String()+" with the destination that ends in "+d.LastFour, was, d)
			}
			continue
		}
		if err := p.mayAdd("the first listing of " + at.String()); err != nil {
			return err
		}
		stored[at] = d
		if err := rows.add(ctx, p.no[at.account], d.Fingerprint, d.LastFour, d.BatchNo, d.SeenAt.UnixMicro()); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return rows.flush(ctx)
}

func readDestination(rows *sql.Rows) (d Destination, err error) {
	var seen int64
	err = rows.Scan(&d.Payee, &d.Currency, &d.Fingerprint, &d.LastFour, &d.BatchNo, &seen)
	d.SeenAt = fromMicros(seen)
	return d, err
}

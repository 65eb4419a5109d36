package state

import (
	"context"
	"database/sql"
	"fmt"
)

// account is a payee and a currency.
type account struct{ payee, currency string }

func (a account) String() string { return a.payee + " " + a.currency }

// accounts are the numbers of a slice's accounts.
type accounts struct {
	no    map[account]int64
	isNew map[int64]bool // made by this slice: nothing else can be stored of it
}

// openAccounts reads the numbers of accounts and gives numbers to new ones.
func openAccounts(ctx context.Context, tx *sql.Tx, all []account) (accounts, error) {
	known := accounts{no: make(map[account]int64, len(all)), isNew: map[int64]bool{}}
	w := wanted{columns: []string{"payee", "currency"}}
	for _, a := range all {
		if _, twice := known.no[a]; !twice {
			known.no[a] = 0
			w.add(a.payee, a.currency)
		}
	}
	type numbered struct {
		account
		no int64
	}
	read := func(rows *sql.Rows) (n numbered, err error) { return n, rows.Scan(&n.no, &n.payee, &n.currency) }
	found, err := lookUp(ctx, tx, w, read, `select n.account_no, n.payee, n.currency
from wanted as w
cross join payee_account as n
where n.payee = w.payee and n.currency = w.currency`)
	if err != nil {
		return known, err
	}
	for _, n := range found {
		known.no[n.account] = n.no
	}
	return known, known.insertNew(ctx, tx, all)
}

func (k accounts) insertNew(ctx context.Context, tx *sql.Tx, all []account) error {
	last, err := number(ctx, tx, "select coalesce(max(account_no), 0) from payee_account")
	if err != nil {
		return err
	}
	rows := newBulk(tx, "payee_account", "account_no", "payee", "currency")
	for _, a := range all {
		if k.no[a] != 0 {
			continue
		}
		last++
		k.no[a], k.isNew[last] = last, true
		if err := rows.add(ctx, last, a.payee, a.currency); err != nil {
			return fmt.Errorf("%s: %w", a, err)
		}
	}
	return rows.flush(ctx)
}

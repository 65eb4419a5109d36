package report

import (
	"cmp"
	"iter"
	"slices"
)

// A page lists at most pageMost rows of a list, and topMost of the largest.
const (
	pageMost = 200
	topMost  = 10
)

// ranked keeps the first rows of an order and counts all of them, so that
// memory stays bounded whatever is added.
type ranked[T any] struct {
	most    int
	compare func(a, b T) int
	count   int64
	rows    []T
}

func (r *ranked[T]) add(row T) {
	r.count++
	r.rows = append(r.rows, row)
	if len(r.rows) >= 2*r.most {
		r.trim()
	}
}

func (r *ranked[T]) trim() {
	slices.SortFunc(r.rows, r.compare)
	if len(r.rows) > r.most {
		clear(r.rows[r.most:])
		r.rows = r.rows[:r.most]
	}
}

// addAll adds every row of a walk.
func (r *ranked[T]) addAll(rows iter.Seq2[T, error]) error {
	for row, err := range orNone(rows) {
		if err != nil {
			return err
		}
		r.add(row)
	}
	return nil
}

// listed is a list as a page prints it; More says where the rest is.
type listed[T any] struct {
	Count int64
	Rows  []T
	More  string
}

// view is the list in its order; file holds all rows, empty for none.
func (r *ranked[T]) view(language, file string) (listed[T], error) {
	r.trim()
	v := listed[T]{Count: r.count, Rows: r.rows}
	rest := r.count - int64(len(r.rows))
	if rest == 0 {
		return v, nil
	}
	var err error
	if file == "" {
		v.More, err = sentence(language, "settle.more.bare", countText(rest))
	} else {
		v.More, err = sentence(language, "settle.more", countText(rest), file)
	}
	return v, err
}

// The orders of the lists end in a unique key.

func byPayoutSize(a, b PayoutRow) int {
	return cmp.Or(cmp.Compare(b.AmountMinor, a.AmountMinor), cmp.Compare(a.PayoutKey, b.PayoutKey))
}

func bySkipSize(a, b SkipRow) int {
	return cmp.Or(cmp.Compare(magnitude(b.AmountMinor), magnitude(a.AmountMinor)), compareAccounts(a.account(), b.account()))
}

func byDebt(a, b BalanceRow) int {
	return cmp.Or(cmp.Compare(a.ClosingMinor, b.ClosingMinor), compareAccounts(a.account(), b.account()))
}

func byEntry(a, b RestatedRow) int { return cmp.Compare(a.EntryID, b.EntryID) }

func byAccount(a, b DestinationRow) int {
	return cmp.Or(cmp.Compare(a.Payee, b.Payee), cmp.Compare(a.Currency, b.Currency), cmp.Compare(a.NewLastFour, b.NewLastFour))
}

func byRemark(a, b RemarkRow) int {
	return cmp.Or(cmp.Compare(a.Payee, b.Payee), cmp.Compare(a.RailRef, b.RailRef), cmp.Compare(a.Field, b.Field), cmp.Compare(a.Text, b.Text))
}

// magnitude is an amount without its sign.
func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

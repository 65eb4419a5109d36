package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// batchWalk is what a walk over the long lists of a batch keeps.
type batchWalk struct {
	review       ranked[PayoutRow]
	top          map[string]*ranked[PayoutRow] // by currency
	skips        map[string]*ranked[SkipRow]   // by reason
	negative     ranked[BalanceRow]
	restated     ranked[RestatedRow]
	changed, new ranked[DestinationRow]
	remarks      ranked[RemarkRow]

	sums map[sumKey]*rowSum
}

// sumKey is a reason and currency of skipped payees, or a currency of payouts.
type sumKey struct{ reason, currency string }

type rowSum struct{ count, minor int64 }

func newBatchWalk() *batchWalk {
	return &batchWalk{
		review:   ranked[PayoutRow]{most: pageMost, compare: byPayoutSize},
		top:      map[string]*ranked[PayoutRow]{},
		skips:    map[string]*ranked[SkipRow]{},
		negative: ranked[BalanceRow]{most: pageMost, compare: byDebt},
		restated: ranked[RestatedRow]{most: pageMost, compare: byEntry},
		changed:  ranked[DestinationRow]{most: pageMost, compare: byAccount},
		new:      ranked[DestinationRow]{most: pageMost, compare: byAccount},
		remarks:  ranked[RemarkRow]{most: pageMost, compare: byRemark},
		sums:     map[sumKey]*rowSum{},
	}
}

// walkBatch walks every list of a batch that a page shows, once, and checks
// that they add up to its totals.
func walkBatch(s *Settlement) (*batchWalk, error) {
	w := newBatchWalk()
	if err := w.payouts(s); err != nil {
		return nil, err
	}
	if err := w.skippedPayees(s); err != nil {
		return nil, err
	}
	if err := w.destinations(s); err != nil {
		return nil, err
	}
	if err := cmp.Or(w.negative.addAll(s.Negative), w.restated.addAll(s.Restated), w.remarks.addAll(s.Remarks)); err != nil {
		return nil, err
	}
	return w, w.agree(s)
}

func (w *batchWalk) payouts(s *Settlement) error {
	for p, err := range orNone(s.Payouts) {
		if err != nil {
			return err
		}
		if p.Status == "review" {
			w.review.add(p)
		}
		if w.top[p.Currency] == nil {
			w.top[p.Currency] = &ranked[PayoutRow]{most: topMost, compare: byPayoutSize}
		}
		w.top[p.Currency].add(p)
		w.count(sumKey{"", p.Currency}, p.AmountMinor)
	}
	return nil
}

func (w *batchWalk) skippedPayees(s *Settlement) error {
	for k, err := range orNone(s.Skipped) {
		if err != nil {
			return err
		}
		if w.skips[k.Reason] == nil {
			w.skips[k.Reason] = &ranked[SkipRow]{most: pageMost, compare: bySkipSize}
		}
		w.skips[k.Reason].add(k)
		w.count(sumKey{k.Reason, k.Currency}, k.AmountMinor)
	}
	return nil
}

func (w *batchWalk) destinations(s *Settlement) error {
	for d, err := range orNone(s.Destinations) {
		if err != nil {
			return err
		}
		if d.OldLastFour == "" {
			w.new.add(d)
			continue
		}
		w.changed.add(d)
	}
	return nil
}

// count adds a row to its sum.
func (w *batchWalk) count(key sumKey, minor int64) {
	if w.sums[key] == nil {
		w.sums[key] = &rowSum{}
	}
	w.sums[key].count++
	w.sums[key].minor += minor
}

// agree compares what was walked with the totals of the batch: a page that
// lists other payouts than it sums up must not be written.
func (w *batchWalk) agree(s *Settlement) error {
	want := map[sumKey]rowSum{}
	for _, t := range s.Totals {
		want[sumKey{"", t.Currency}] = rowSum{t.Payouts, t.AmountMinor}
	}
	for _, t := range s.Skips {
		want[sumKey{t.Reason, t.Currency}] = rowSum{t.Count, t.AmountMinor}
	}
	for key, sum := range w.sums {
		if want[key] != *sum {
			return fmt.Errorf("batch %s: rows and totals of %s disagree: %d rows with %d minor units, the total says %d with %d",
				s.BatchID, key, sum.count, sum.minor, want[key].count, want[key].minor)
		}
		delete(want, key)
	}
	for key, sum := range want {
		if sum != (rowSum{}) {
			return fmt.Errorf("batch %s: rows and totals of %s disagree: no rows, the total says %d with %d", s.BatchID, key, sum.count, sum.minor)
		}
	}
	return nil
}

func (k sumKey) String() string {
	if k.reason == "" {
		return "payouts in " + k.currency
	}
	return "payees skipped as " + k.reason + " in " + k.currency
}

// largest are the largest payouts of each currency.
func (w *batchWalk) largest() []PayoutRow {
	var out []PayoutRow
	for _, c := range slices.Sorted(maps.Keys(w.top)) {
		w.top[c].trim()
		out = append(out, w.top[c].rows...)
	}
	return out
}

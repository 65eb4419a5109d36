package report

import (
	"fmt"

	"recon/internal/calendar"
	"recon/internal/money"
)

// TrendDays is how many days a trend has at most, the date of the report included.
const TrendDays = 30

// TrendDay is one date of the trend, over all reconciliations. Pages draw it
// as SVG, mails as an image; both take the figures as they stand here.
type TrendDay struct {
	Date       calendar.Date
	Expected   int   // reconciliations whose chain had begun and that had a day to do
	Reconciled int   // of them, published
	Matched    int64 // matches made
	New        int64 // breaks that are new, those not due yet included
	Open       int64 // breaks open at the end of the day, those not due left out
	// OpenMinor is the money of Open by currency, minor units: absolute
	// amounts added up, so that over does not hide short.
	OpenMinor map[string]int64
	Shares    []Share // matched of the day's pool, by currency
}

// Whole reports whether every expected reconciliation of the date is published.
func (t *TrendDay) Whole() bool { return t.Expected > 0 && t.Reconciled >= t.Expected }

// Add adds one reconciliation's published day. A sum that leaves the range of an
// amount is an error.
func (t *TrendDay) Add(c Counts, carried Carried, openMinor map[string]int64, shares []Share) error {
	t.Reconciled++
	t.Matched += c.Matched
	t.New += carried.New
	t.Open += c.Open()
	if t.OpenMinor == nil {
		t.OpenMinor = map[string]int64{}
	}
	for currency, minor := range openMinor {
		if err := sums(t.OpenMinor).addFitting(t.Date.String()+", open breaks", currency, minor); err != nil {
			return err
		}
	}
	for _, s := range shares {
		var err error
		if t.Shares, err = addShare(t.Shares, s); err != nil {
			return fmt.Errorf("%s: %w", t.Date, err)
		}
	}
	return nil
}

// addShare adds a share to that of its currency; the list stays in the order of currencies.
func addShare(all []Share, s Share) ([]Share, error) {
	i := 0
	for ; i < len(all) && all[i].Currency <= s.Currency; i++ {
		if all[i].Currency == s.Currency {
			return all, all[i].add(s)
		}
	}
	return append(all[:i:i], append([]Share{s}, all[i:]...)...), nil
}

// add adds another share of the same currency.
func (h *Share) add(s Share) error {
	matched, fits := money.Add(h.MatchedMinor, s.MatchedMinor)
	pool, fit := money.Add(h.PoolMinor, s.PoolMinor)
	if !fits || !fit {
		return fmt.Errorf("pool: the sum in %s is beyond the range of an amount", s.Currency)
	}
	h.MatchedMinor, h.PoolMinor = matched, pool
	h.MatchedEntries += s.MatchedEntries
	h.PoolEntries += s.PoolEntries
	return nil
}

// Open is how many breaks a person has to look at: all but pending.
func (c Counts) Open() int64 {
	return c.Duplicate + c.Ambiguous + c.Status + c.Currency + c.Amount + c.Fee + c.Missing + c.Extra
}

package report

import "recon/internal/calendar"

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

// Add adds one reconciliation's published day.
func (t *TrendDay) Add(c Counts, carried Carried, openMinor map[string]int64, shares []Share) {
	t.Reconciled++
	t.Matched += c.Matched
	t.New += carried.New
	t.Open += c.Open()
	if t.OpenMinor == nil {
		t.OpenMinor = map[string]int64{}
	}
	for currency, minor := range openMinor {
		t.OpenMinor[currency] += minor
	}
	for _, s := range shares {
		t.Shares = addShare(t.Shares, s)
	}
}

// addShare adds a share to that of its currency; the list stays in the order of currencies.
func addShare(all []Share, s Share) []Share {
	i := 0
	for ; i < len(all) && all[i].Currency <= s.Currency; i++ {
		if all[i].Currency == s.Currency {
			all[i].MatchedMinor += s.MatchedMinor
			all[i].PoolMinor += s.PoolMinor
			all[i].MatchedEntries += s.MatchedEntries
			all[i].PoolEntries += s.PoolEntries
			return all
		}
	}
	return append(all[:i:i], append([]Share{s}, all[i:]...)...)
}

// Open is how many breaks a person has to look at: all but pending.
func (c Counts) Open() int64 {
	return c.Duplicate + c.Ambiguous + c.Status + c.Currency + c.Amount + c.Fee + c.Missing + c.Extra
}

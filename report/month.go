package report

import (
	"iter"

	"recon/internal/calendar"
)

// Month is everything the report of a month says, over all reconciliations in
// the order of the configuration. It follows from what is published; the same
// Month gives the same bytes.
type Month struct {
	Period   calendar.Month
	Language string // zh-CN or en
	Engine   string
	Accounts []MonthAccount
	Payouts  []MonthPayouts // of the period's batches that are no drafts, by part and currency
	Journal  *MonthJournal  // nil: no accounts are configured, or a day is missing
	Files    MonthFiles
}

// MonthFiles are the paths of a month's report files, relative to home.
type MonthFiles struct {
	MonthHTML         string `json:"month_html,omitempty"`
	ReconciliationCSV string `json:"reconciliation_csv,omitempty"`
	CutOffCSV         string `json:"cutoff_csv,omitempty"`
	OpenBreaksCSV     string `json:"open_breaks_csv,omitempty"`
	FeesCSV           string `json:"fees_csv,omitempty"`
	JournalCSV        string `json:"journal_csv,omitempty"`
	SummaryJSON       string `json:"summary_json,omitempty"`
}

// MonthAccount is one reconciliation's month.
type MonthAccount struct {
	Name    string
	Sources []MonthSource
	Starts  calendar.Date   // first day of the chain when it lies in the month, else NoDate
	Days    []MonthDay      // those that are published, ascending
	Missing []MissingDay    // those a statement is expected for and that are not published
	LeftOut []calendar.Date // those that the chain passed over

	// Breaks are those open at the end of the last day, strictly ascending by
	// (Reason, BusinessDate, ID). Both lists are walked once per file written.
	Breaks iter.Seq2[Break, error]
	CutOff iter.Seq2[CutOffRow, error]
}

// MonthSource is an account of a provider.
type MonthSource struct {
	Name, Provider string
	Account        string // printed as its last four characters
}

// MissingDay is a day without a published result, and what the last try said;
// State is empty when it was never tried.
type MissingDay struct {
	Date  calendar.Date
	State State
	Cause string
}

// MonthDay is what a day's summary keeps. Amounts are minor units.
type MonthDay struct {
	Date      calendar.Date
	Version   int
	Proof     []ProofRow
	Nature    []NatureTotal
	Decided   []DecidedTotal // what Proof calls closed by people
	Fees      []FeeTotal
	Discounts []Discount
	FeesKnown bool // early builds kept no fees
}

// DecidedTotal is what people closed by one decision in one currency, what
// they reopened taken off.
type DecidedTotal struct {
	Decision, Currency string
	Minor              int64
}

// Discount is what stands between gross and net beside the fee; less for us is
// negative.
type Discount struct {
	Currency string
	Minor    int64
}

// CutOffRow is a row of the first or last day that belongs to another month.
type CutOffRow struct {
	Why                      string // dated_before, dated_after or pending
	Belongs                  calendar.Month
	Side, Kind               string
	OrderRef, RefundRef, Ref string
	Currency                 string
	GrossMinor               int64
	BusinessDate, ArrivedOn  calendar.Date
	File                     string
	Line                     int64
	BreakID, OrderNo         string
}

// MonthPayouts is what a payout batch took from payees' balances in one
// currency, and what came back since the batch before.
type MonthPayouts struct {
	BatchID, Currency        string
	PaidMinor, ReturnedMinor int64
}

// MonthState says how a month stands.
type MonthState string

// The states of a month, from best to worst.
const (
	MonthClean    MonthState = "clean"     // every day is reconciled, nothing but pending is open
	MonthOpen     MonthState = "open"      // every day is reconciled, breaks are open
	MonthNotReady MonthState = "not_ready" // a day is not reconciled yet
	MonthFailed   MonthState = "failed"    // a day was refused, suspect, failed or left out
)

// state is how the account's month stands. unsettled is the number of open
// breaks, pending left out.
func (a *MonthAccount) state(unsettled int64) MonthState {
	state := MonthClean
	if unsettled > 0 {
		state = MonthOpen
	}
	if len(a.LeftOut) > 0 {
		return MonthFailed
	}
	for _, d := range a.Missing {
		switch d.State {
		case Refused, Suspect, Failed:
			return MonthFailed
		}
		state = MonthNotReady
	}
	return state
}

// worse is the one of two states that is further from clean.
func (s MonthState) worse(o MonthState) MonthState {
	rank := map[MonthState]int{MonthClean: 0, MonthOpen: 1, MonthNotReady: 2, MonthFailed: 3}
	if rank[o] > rank[s] {
		return o
	}
	return s
}

// Complete reports whether every day of every account is published.
func (m *Month) Complete() bool {
	for i := range m.Accounts {
		if len(m.Accounts[i].Missing)+len(m.Accounts[i].LeftOut) > 0 {
			return false
		}
	}
	return true
}

// through is the last day that is published, NoDate without any.
func (a *MonthAccount) through() calendar.Date {
	if len(a.Days) == 0 {
		return NoDate
	}
	return a.Days[len(a.Days)-1].Date
}

// maskedMonth is a copy of the month in which accounts are hidden wherever
// they stand.
func maskedMonth(m *Month) *Month {
	var accounts []string
	for _, a := range m.Accounts {
		for _, s := range a.Sources {
			accounts = append(accounts, s.Account)
		}
	}
	hide := newMask(accounts...)
	out := *m
	out.Accounts = mapped(m.Accounts, func(a MonthAccount) MonthAccount {
		a.Sources = mapped(a.Sources, func(s MonthSource) MonthSource { s.Account = lastFour(s.Account); return s })
		a.Missing = mapped(a.Missing, func(d MissingDay) MissingDay { d.Cause = hide.Replace(d.Cause); return d })
		a.Breaks = mappedRows(a.Breaks, hide.open())
		a.CutOff = mappedRows(a.CutOff, func(r CutOffRow) CutOffRow { r.File = hide.Replace(r.File); return r })
		return a
	})
	return &out
}

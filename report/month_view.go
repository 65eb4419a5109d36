package report

import (
	"cmp"
	"fmt"
	"slices"

	"recon/internal/calendar"
)

// monthView is a reconciliation's month as page and summary show it.
type monthView struct {
	A         *MonthAccount
	Anchor    string
	State     MonthState
	Proofs    []ProofRow
	Sheets    []*balanceSheet
	Unsettled int64 // open breaks but pending
	Pending   int64
	Ages      []tally // of all open breaks, by ageBands
	Fees      []FeeTotal
	CutOff    []cutOffGroup
}

// cutOffGroup sums up rows that belong to another month for the same reason.
type cutOffGroup struct {
	Why, Side, Currency string
	Belongs             calendar.Month
	Count, GrossMinor   int64
}

// view works an account's month out. What does not add up is an error.
func (m *Month) view(a *MonthAccount) (*monthView, error) {
	v := &monthView{A: a, Ages: make([]tally, len(ageBands)+1)}
	var err error
	if v.Proofs, err = a.rollUp(); err != nil {
		return nil, err
	}
	if v.Sheets, err = a.balances(); err != nil {
		return nil, err
	}
	if v.Fees, err = a.fees(); err != nil {
		return nil, err
	}
	if v.CutOff, err = a.cutOffGroups(); err != nil {
		return nil, err
	}
	var all bound
	for b, err := range orNone(a.Breaks) {
		if err == nil {
			err = all.take(&b)
		}
		if err != nil {
			return nil, err
		}
		if b.Reason == "pending" {
			v.Pending++
		} else {
			v.Unsettled++
		}
		band, _ := slices.BinarySearch(ageBands, b.age(m.Period.Last()))
		v.Ages[band].add(&b)
	}
	v.State = a.state(v.Unsettled)
	return v, nil
}

func (a *MonthAccount) cutOffGroups() ([]cutOffGroup, error) {
	groups := map[cutOffGroup]*cutOffGroup{}
	for r, err := range orNone(a.CutOff) {
		if err != nil {
			return nil, err
		}
		key := cutOffGroup{Why: r.Why, Side: r.Side, Currency: r.Currency, Belongs: r.Belongs}
		if groups[key] == nil {
			g := key
			groups[key] = &g
		}
		groups[key].Count++
		sum, err := total(groups[key].GrossMinor, r.GrossMinor)
		if err != nil {
			return nil, err
		}
		groups[key].GrossMinor = sum
	}
	list := make([]cutOffGroup, 0, len(groups))
	for _, g := range groups {
		list = append(list, *g)
	}
	slices.SortFunc(list, func(a, b cutOffGroup) int {
		return cmp.Or(cmp.Compare(a.Why, b.Why), cmp.Compare(a.Belongs, b.Belongs), cmp.Compare(a.Side, b.Side), cmp.Compare(a.Currency, b.Currency))
	})
	return list, nil
}

// views are those of all accounts, and how the month stands.
func (m *Month) views() ([]*monthView, MonthState, error) {
	state := MonthClean
	var list []*monthView
	for i := range m.Accounts {
		v, err := m.view(&m.Accounts[i])
		if err != nil {
			return nil, "", err
		}
		state = state.worse(v.State)
		list = append(list, v)
	}
	return list, state, nil
}

// MonthSummary is what `recon month --json` prints and summary.json holds.
type MonthSummary struct {
	Period          string                `json:"period"`
	State           MonthState            `json:"state"`
	Reconciliations []MonthAccountSummary `json:"reconciliations"`
	Journal         *MonthJournalSummary  `json:"journal"` // null: not configured, or a day is missing
	Files           MonthFiles            `json:"files"`
}

// MonthAccountSummary is one reconciliation in a MonthSummary.
type MonthAccountSummary struct {
	Name          string           `json:"name"`
	State         MonthState       `json:"state"`
	Starts        string           `json:"starts,omitempty"` // the chain begins within the month
	Through       string           `json:"through"`          // empty: no day of the month is done
	DaysDone      int              `json:"days_done"`
	Missing       []MissingSummary `json:"missing"`
	LeftOut       []calendar.Date  `json:"left_out"`
	Proof         []ProofRow       `json:"proof"`
	AdjustedMinor map[string]int64 `json:"adjusted_minor"` // both adjusted balances, by currency
	OpenBreaks    int64            `json:"open_breaks"`    // pending left out
	Pending       int64            `json:"pending"`
	CutOff        int64            `json:"cutoff_rows"`
	FeeMinor      map[string]int64 `json:"fee_minor"` // by currency, what was charged singly included
}

// MissingSummary is a day that is not reconciled.
type MissingSummary struct {
	Date  calendar.Date `json:"date"`
	State State         `json:"state,omitempty"` // empty: never tried
	Cause string        `json:"cause,omitempty"`
}

// MonthJournalSummary is the journal in a MonthSummary.
type MonthJournalSummary struct {
	Lines      int              `json:"lines"`
	DebitMinor map[string]int64 `json:"debit_minor"` // by currency; the credits are the same
}

// SummarizeMonth sums a month up.
func SummarizeMonth(m *Month) (MonthSummary, error) {
	m = maskedMonth(m)
	views, state, err := m.views()
	if err != nil {
		return MonthSummary{}, err
	}
	s := MonthSummary{Period: m.Period.String(), State: state, Reconciliations: []MonthAccountSummary{}, Files: m.Files}
	for _, v := range views {
		one, err := v.summary()
		if err != nil {
			return s, fmt.Errorf("%s: %w", v.A.Name, err)
		}
		s.Reconciliations = append(s.Reconciliations, one)
	}
	if m.Journal != nil {
		s.Journal = &MonthJournalSummary{Lines: len(m.Journal.Lines), DebitMinor: map[string]int64{}}
		for _, t := range m.Journal.Totals {
			s.Journal.DebitMinor[t.Currency] = t.Minor
		}
	}
	return s, nil
}

func (v *monthView) summary() (MonthAccountSummary, error) {
	a := v.A
	fees, err := v.feeSums()
	s := MonthAccountSummary{Name: a.Name, State: v.State, Starts: dateText(a.Starts), Through: dateText(a.through()), DaysDone: len(a.Days),
		Missing: []MissingSummary{}, LeftOut: append([]calendar.Date{}, a.LeftOut...), Proof: append([]ProofRow{}, v.Proofs...),
		AdjustedMinor: map[string]int64{}, OpenBreaks: v.Unsettled, Pending: v.Pending, FeeMinor: fees}
	for _, d := range a.Missing {
		s.Missing = append(s.Missing, MissingSummary(d))
	}
	for _, b := range v.Sheets {
		s.AdjustedMinor[b.Currency] = b.AdjustedMinor
	}
	for _, g := range v.CutOff {
		s.CutOff += g.Count
	}
	return s, err
}

// feeSums are the fees by currency: those of payments and refunds, and rows that
// are a fee themselves.
func (v *monthView) feeSums() (sums, error) {
	all := sums{}
	for _, f := range v.Fees {
		if err := all.addFitting("fees", f.Currency, f.FeeMinor); err != nil {
			return nil, err
		}
		if f.Kind != "fee" {
			continue
		}
		if err := all.addFitting("fees", f.Currency, f.GrossMinor); err != nil {
			return nil, err
		}
	}
	return all, nil
}

package report

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"recon/internal/calendar"
)

// answers are what the page says after the first screen, one field or two per
// question. What is empty is not printed.
type answers struct {
	Hurt     []hurtRow
	Customer string // the file for customer service

	Losses []lossRow
	Taken  listed[takenRow]
	Paid   listed[paidRow]

	Overdue []overdueRow
	Said    listed[saidRow]

	Pending *flow
	Due     []tallyLine

	Desk    *PayoutDesk
	Payouts []namedTally // of providers, not compared with a bank

	Costs      []costRow
	FeesOn     bool // at least one reconciliation checks its fees
	FeesOff    []string
	Behind     []behindRow
	ByPeople   []byPeopleRow
	HasChanges bool
}

// hurtRow is one way in which customers are hurt.
type hurtRow struct {
	Case string
	*wait
}

type lossRow struct {
	Label string
	*loss
}

type overdueRow struct {
	Name   string
	Owners string
	tally
}

type namedTally struct {
	Name string
	tally
}

// costRow is what one reconciliation's traffic of a currency was and cost.
type costRow struct {
	Name, Currency string
	Volume
	Change     string // against the usual weekday, empty when that is not known
	RefundRate string
	Fee        *amount // nil: the statement gives none
	FeeRate    string
	Accounts   string // providers and accounts
}

// behindRow is what of a reconciliation's making is not as it was.
type behindRow struct {
	Name, Anchor, Engine string
	Restated             int           // version, 0: not restated
	Inputs               []InputChange // of a restatement
	Overrides            []Override
	Before               *DayBefore
}

type byPeopleRow struct {
	closedKey
	Count int64
}

func newAnswers(d *Day, v *overview, sections []*section) (*answers, error) {
	a := &answers{Customer: base(d.Files.CustomerCSV), Desk: d.Desk}
	file := cmp.Or(base(d.Files.BreaksCSV), "breaks.csv")
	for _, s := range sections {
		if s.Reconciled() {
			v.addNature(s.R)
			a.addBehind(s)
			if err := errors.Join(a.addCosts(d, s.R), a.addPayouts(s.R)); err != nil {
				return nil, fmt.Errorf("%s: %w", s.R.Name, err)
			}
		}
	}
	a.customers(v)
	a.losses(v)
	a.changes(v)
	if f := v.flow(); f.In+f.New+f.Out > 0 {
		a.Pending, a.Due = &f, dueLines(v.due)
	}
	var err error
	if a.Taken, err = v.taken.view(d.Language, ""); err != nil {
		return nil, err
	}
	if a.Paid, err = v.paid.view(d.Language, ""); err != nil {
		return nil, err
	}
	if a.Said, err = v.said.view(d.Language, file); err != nil {
		return nil, err
	}
	a.Overdue, err = overdueRows(d.Language, v)
	return a, err
}

func (a *answers) customers(v *overview) {
	for _, c := range customerCases {
		if w := v.hurt[c]; w != nil {
			a.Hurt = append(a.Hurt, hurtRow{c, w})
		}
	}
}

func (a *answers) losses(v *overview) {
	for _, label := range slices.Sorted(maps.Keys(v.losses)) {
		a.Losses = append(a.Losses, lossRow{label, v.losses[label]})
	}
	slices.SortStableFunc(a.Losses, func(x, y lossRow) int { return cmp.Compare(x.harm, y.harm) })
}

// overdueRows are the bands of age that have breaks, the oldest first.
func overdueRows(language string, v *overview) ([]overdueRow, error) {
	var out []overdueRow
	for i := len(v.overdue) - 1; i >= 0; i-- {
		o := v.overdue[i]
		if o.Count == 0 {
			continue
		}
		name, err := bandName(language, i)
		if err != nil {
			return nil, err
		}
		out = append(out, overdueRow{name, o.owners.text(language), o.tally})
	}
	return out, nil
}

// bandName is a band of age in words.
func bandName(language string, i int) (string, error) {
	from := 0
	if i > 0 {
		from = ageBands[i-1] + 1
	}
	if i == len(ageBands) {
		return sentence(language, "ages.last", from-1)
	}
	return sentence(language, "ages", from, ageBands[i])
}

func (a *answers) addPayouts(r *Reconciliation) error {
	var t tally
	for _, n := range r.Nature {
		if n.Kind == "payout" || n.Kind == "transfer" {
			if t.Sums == nil {
				t.Sums = sums{}
			}
			t.Count += n.Count
			if err := t.Sums.addFitting("payouts of the provider", n.Currency, n.NetMinor); err != nil {
				return err
			}
		}
	}
	if t.Count > 0 {
		a.Payouts = append(a.Payouts, namedTally{r.Name, t})
	}
	return nil
}

// addCosts adds the traffic of a reconciliation and what it cost.
func (a *answers) addCosts(d *Day, r *Reconciliation) error {
	if r.FeesChecked {
		a.FeesOn = true
	} else {
		a.FeesOff = append(a.FeesOff, r.Name)
	}
	for _, v := range r.Volumes {
		row := costRow{Name: r.Name, Currency: v.Currency, Volume: v, RefundRate: percentText(int64(magnitude(v.RefundMinor)), v.PaymentMinor, false)}
		if v.Weeks >= UsualWeeks {
			row.Change = changeText(d.Language, v.PaymentMinor, v.UsualMinor)
		}
		if err := row.addFees(r.Fees); err != nil {
			return err
		}
		a.Costs = append(a.Costs, row)
	}
	return nil
}

// addFees sums up the fees of the row's currency and names who took them.
func (c *costRow) addFees(fees []FeeTotal) error {
	all := sums{}
	var accounts []string
	for _, f := range fees {
		if f.Currency != c.Currency {
			continue
		}
		if err := all.addFitting("fees", f.Currency, f.FeeMinor); err != nil {
			return err
		}
		if name := f.Provider + " …" + f.Account; !slices.Contains(accounts, name) {
			accounts = append(accounts, name)
		}
	}
	if accounts == nil {
		return nil
	}
	fee := all[c.Currency]
	c.Fee, c.FeeRate = &amount{c.Currency, fee}, percentText(int64(magnitude(fee)), c.PaymentMinor, false)
	c.Accounts = strings.Join(accounts, ", ")
	return nil
}

// addBehind notes what changed in how the day came about.
func (a *answers) addBehind(s *section) {
	row := behindRow{Name: s.R.Name, Anchor: s.Anchor, Overrides: s.R.Overrides}
	if s.R.Previous != nil {
		row.Restated, row.Inputs = s.R.Version, s.R.Previous.Inputs
	}
	if b := s.R.DayBefore; b != nil && (b.Gap || b.Engine != "" || len(b.Rules) > 0) {
		row.Before = b
	}
	if row.Restated > 0 || len(row.Overrides) > 0 || row.Before != nil {
		a.Behind = append(a.Behind, row)
	}
}

func (a *answers) changes(v *overview) {
	for key, n := range v.closed {
		a.ByPeople = append(a.ByPeople, byPeopleRow{key, n})
	}
	slices.SortFunc(a.ByPeople, func(x, y byPeopleRow) int {
		return cmp.Or(cmp.Compare(x.Decision, y.Decision), cmp.Compare(x.By, y.By))
	})
	a.HasChanges = len(a.Behind)+len(a.ByPeople) > 0
}

func dueLines(due map[calendar.Date]*tally) []tallyLine {
	var out []tallyLine
	for _, date := range slices.Sorted(maps.Keys(due)) {
		out = append(out, tallyLine{cmp.Or(dateText(date), "–"), *due[date]})
	}
	return out
}

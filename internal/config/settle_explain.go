package config

import (
	"maps"
	"slices"
	"strings"
	"time"

	"recon/internal/calendar"
	"recon/internal/money"
)

// settle says the rules of the monthly payouts, with the real ends of the
// first two periods and the files of the second.
func (e *explainer) settle(s *Settle) {
	e.text.WriteByte('\n')
	e.say(saySettle)
	e.say(sayPeriods)
	e.period(s, s.StartMonth())
	e.period(s, s.StartMonth().Next())
	e.say(sayNotOver)
	e.opening(s)
	e.say(sayFiles)
	e.credits(s)
	e.payees(s)
	e.say(sayPaid)
	e.paid(&s.Rules)
	e.payee(&s.Payees.Table)
	e.holds(&s.Rules)
	e.say(sayApproval)
	e.approval(s)
	e.say(sayRails)
	for _, name := range s.RailNames() {
		e.rail(s, name, s.Rails[name])
	}
}

func (e *explainer) period(s *Settle, m calendar.Month) {
	zone := s.Location()
	e.say(sayPeriod, m, instant(m.Start(zone)), instant(m.Cutoff(zone)), s.Zone, m.Next())
}

func (e *explainer) opening(s *Settle) {
	start := instant(s.StartMonth().Start(s.Location()))
	switch {
	case s.Opening == nil:
		e.say(sayNoOpening, start)
	case s.Opening.None:
		e.say(sayNoPast, start)
	default:
		e.say(sayOpening, start, relative(s.Home, s.Opening.Fetch.Dir), s.Opening.Fetch.Match(s.StartMonth().First()))
	}
}

func (e *explainer) credits(s *Settle) {
	p, m, f := sayIncrements, s.StartMonth().Next(), s.Ledger.Fetch
	if s.Ledger.Snapshot {
		p = saySnapshot
	}
	e.say(p, m, relative(s.Home, f.Dir), f.Match(s.StartMonth().First()), f.Match(m.Last()))
	at, amount := s.Ledger.Table.OccurredAt, s.Ledger.Table.Amount
	if at.Zone == "" {
		e.say(sayOffset, at.Column)
	} else {
		e.say(sayTime, at.Column, at.Zone)
	}
	e.unit(amount)
	switch amount.Sign {
	case "negate":
		e.say(sayNegate)
		e.say(sayOwed)
	case "by_kind":
		e.say(sayOwedByKind)
	default:
		e.say(sayOwed)
	}
}

func (e *explainer) payees(s *Settle) {
	m, f := s.StartMonth().Next(), s.Payees.Fetch
	dir, from, to := relative(s.Home, f.Dir), f.Match(m.First()), f.Match(m.Last())
	if from == to {
		e.say(sayPayees, m, dir, to)
		return
	}
	e.say(sayPayeesBetween, m, dir, from, to)
}

func (e *explainer) paid(r *SettleRules) {
	for _, code := range slices.Sorted(maps.Keys(r.Minimum)) {
		minimum, _ := amountOf(r.Minimum, code)
		e.say(sayMinimum, code, money.Format(minimum, money.Exponent(code)))
		if maximum, ok := amountOf(r.Maximum, code); ok {
			e.say(sayMaximum, money.Format(maximum, money.Exponent(code)))
		}
	}
	e.say(sayOtherCurrencies)
	if r.Countries != nil {
		e.say(sayCountries, e.list(r.Countries))
	}
}

func (e *explainer) payee(t *PayeeTable) {
	if t.KYC.Column != "" {
		e.say(sayKYC, t.KYC.Column, e.list(t.KYC.Values["verified"]))
	} else {
		e.say(sayNoKYC)
	}
	if t.Frozen.Column != "" {
		e.say(sayFrozen, t.Frozen.Column, e.list(t.Frozen.Values["yes"]))
	}
}

func (e *explainer) holds(r *SettleRules) {
	if r.DestinationCoolingDays > 0 {
		e.say(sayCooling, r.DestinationCoolingDays)
	}
	switch r.OnOpenBreak {
	case "ignore":
		e.say(sayNoHold)
	case "hold_payee":
		e.say(sayHoldPayee)
	default:
		e.say(sayHoldEntry)
	}
}

func (e *explainer) approval(s *Settle) {
	var names []string
	for _, p := range s.People {
		if p.Name != s.Maker && slices.Contains(p.May, "approve") {
			names = append(names, p.Name)
		}
	}
	switch {
	case !s.Rules.Approval.Required:
		e.say(sayUnapproved)
	case names == nil:
		e.say(sayNobody)
	default:
		e.say(sayApprovers, e.list(names))
	}
}

// rail says how a rail pays, by the example of files made at the end of the
// first period.
func (e *explainer) rail(s *Settle, name string, r Rail) {
	currencies := strings.Join(r.Currencies, ", ")
	if r.Currencies == nil {
		currencies = e.phrase(sayAnyCurrency)
	}
	account := relativeSecret(s.Home, first(r.Debtor.IBAN, r.Debtor.Account))
	e.say(sayRail, name, first(r.Profile, r.Format), currencies, account, r.Debtor.Name, r.MaxPerFile)
	if r.MaxAmount != "" {
		e.say(sayMaxAmount, r.MaxAmount)
	}
	if r.MaxFileSum != "" {
		e.say(sayMaxSum, r.MaxFileSum)
	}
	made := s.StartMonth().Next().First()
	if on, err := calendar.AddDays(r.Execution.Calendar, made, r.Execution.OffsetDays); err != nil {
		e.say(sayNoExecution, made, err)
	} else {
		e.say(sayExecution, made, e.weekday(made), on, e.weekday(on), r.Execution.Calendar)
	}
	if r.Deliver != nil {
		e.say(sayDeliver, relative(s.Home, r.Deliver.Dir))
	}
}

// instant prints a time as clocks of its zone show it, with their distance
// from UTC, as an hour at the end of a month can come twice.
func instant(t time.Time) string { return t.Format("2006-01-02 15:04 -07:00") }

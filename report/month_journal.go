package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"recon/internal/calendar"
)

// MonthJournal is the month as entries of the company's books, balanced per
// day, account and currency.
type MonthJournal struct {
	Lines  []JournalLine
	Totals []amount // of the debits by currency, which are those of the credits
}

// JournalLine is one line of a booking. One of Debit and Credit is 0, the
// other above 0.
type JournalLine struct {
	Date                    calendar.Date
	AccountKey              string // as the company's books know it
	DebitMinor, CreditMinor int64
	Currency, Text, Source  string
	key                     string // of the configuration
}

// AccountsMissing says which accounts a month needs that the configuration
// does not name.
type AccountsMissing struct{ Needs []AccountNeed }

// AccountNeed is a key of the configuration, and the first thing to book on it.
type AccountNeed struct {
	Key, Reconciliation string // Reconciliation is empty for payouts
	First               JournalLine
}

func (e *AccountsMissing) Error() string {
	texts := make([]string, len(e.Needs))
	for i, n := range e.Needs {
		texts[i] = n.Say()
	}
	return strings.Join(texts, "\n")
}

// Say is one line: what is needed and what for.
func (n AccountNeed) Say() string {
	return fmt.Sprintf("key %q: missing, and %s has %s %s to book on it (%s): add %s: ACCOUNT", n.Key, n.First.Source,
		amountText(n.First.DebitMinor+n.First.CreditMinor, n.First.Currency), n.First.Currency, n.First.Text, n.Key)
}

// natureAccounts are the accounts of rows that our books cannot hold, by kind.
var natureAccounts = map[string]string{"fee": "fees", "chargeback": "chargebacks", "payout": "bank", "transfer": "bank"}

// decisionAccounts are the accounts of what people closed, by decision; of the
// rest they book the counterpart by hand.
var decisionAccounts = map[string]string{"suspense": "suspense", "written_off": "write_off"}

// NewJournal books a month. accounts are the account keys by the keys of the
// configuration, those of a reconciliation or, for "", of payouts. Errors: a
// missing account as *AccountsMissing; a day whose fees are not known; a
// booking that does not balance.
func NewJournal(m *Month, accounts func(reconciliation string) map[string]string) (*MonthJournal, error) {
	j := &journal{m: m, accounts: accounts}
	for i := range m.Accounts {
		for k := range m.Accounts[i].Days {
			if err := j.day(&m.Accounts[i], &m.Accounts[i].Days[k]); err != nil {
				return nil, err
			}
		}
	}
	for _, p := range m.Payouts {
		if err := j.payouts(p); err != nil {
			return nil, err
		}
	}
	if len(j.missing) > 0 {
		return nil, &AccountsMissing{j.missing}
	}
	return j.finish()
}

// journal is a month's journal while it is made.
type journal struct {
	m        *Month
	accounts func(string) map[string]string
	lines    []JournalLine
	missing  []AccountNeed
}

// leg is one side of a booking; debit is above zero.
type leg struct {
	key, text string // text is a key of the catalogue
	minor     int64
}

// book adds the lines of one booking, which must balance.
func (j *journal) book(reconciliation, source string, date calendar.Date, currency string, legs ...leg) error {
	amounts := make([]int64, len(legs))
	for i, l := range legs {
		amounts[i] = l.minor
	}
	if off, err := total(amounts...); err != nil || off != 0 {
		return fmt.Errorf("journal of %s, %s: debits and credits differ by %s, wanted 0: %w", source, currency, amountText(off, currency), cmp.Or(err, errUnbalanced))
	}
	accounts := j.accounts(reconciliation)
	for _, l := range legs {
		if l.minor == 0 {
			continue
		}
		line := JournalLine{Date: date, AccountKey: accounts[l.key], Currency: currency, Text: Word(j.m.Language, "journal."+l.text), Source: source, key: l.key}
		if l.minor > 0 {
			line.DebitMinor = l.minor
		} else {
			line.CreditMinor = -l.minor
		}
		j.lines = append(j.lines, line)
		if line.AccountKey == "" {
			j.miss(reconciliation, line)
		}
	}
	return nil
}

var errUnbalanced = fmt.Errorf("the day's figures do not add up")

// miss notes a missing account once.
func (j *journal) miss(reconciliation string, line JournalLine) {
	if !slices.ContainsFunc(j.missing, func(n AccountNeed) bool { return n.Key == line.key }) {
		j.missing = append(j.missing, AccountNeed{line.key, reconciliation, line})
	}
}

// day books what a day's figures say: the statement against our books, with
// what stands between them; then what our books cannot hold, fees and discounts.
func (j *journal) day(a *MonthAccount, d *MonthDay) error {
	if !d.FeesKnown {
		return fmt.Errorf("%s %s: its version keeps no fees, so that the journal would lack them: recon run --date %s --restate --rules current", a.Name, d.Date, d.Date)
	}
	source := fmt.Sprintf("%s %s v%d", a.Name, d.Date, d.Version)
	for _, p := range d.Proof {
		legs := []leg{{"provider_receivable", "statement", p.StatementMinor - p.NatureMinor}, {"sales_clearing", "ledger", -p.LedgerMinor},
			{"rounding", "tolerance", -p.ToleranceMinor}}
		for _, t := range d.Decided {
			if t.Currency == p.Currency {
				legs = append(legs, leg{cmp.Or(decisionAccounts[t.Decision], "corrections"), "decision." + t.Decision, -t.Minor})
			}
		}
		legs = append(legs, leg{"open_differences", "open", p.OpeningMinor - p.ClosingMinor})
		if err := j.book(a.Name, source, d.Date, p.Currency, legs...); err != nil {
			return err
		}
	}
	for _, n := range d.Nature {
		if err := j.against(a.Name, source, d.Date, n.Currency, leg{cmp.Or(natureAccounts[n.Kind], "other"), "nature." + n.Kind, n.GrossMinor}); err != nil {
			return err
		}
	}
	fees, err := feesByCurrency(d.Fees)
	if err != nil {
		return fmt.Errorf("%s: %w", source, err)
	}
	for _, f := range fees {
		if err := j.against(a.Name, source, d.Date, f.Currency, leg{"fees", "fees", f.Minor}); err != nil {
			return err
		}
	}
	for _, x := range d.Discounts {
		if err := j.against(a.Name, source, d.Date, x.Currency, leg{"discounts", "discounts", x.Minor}); err != nil {
			return err
		}
	}
	return nil
}

// against books what the provider moved, above zero when to us, against an
// account.
func (j *journal) against(name, source string, date calendar.Date, currency string, l leg) error {
	return j.book(name, source, date, currency, leg{"provider_receivable", l.text, l.minor}, leg{l.key, l.text, -l.minor})
}

// payouts books what a batch took from payees' balances and what came back.
func (j *journal) payouts(p MonthPayouts) error {
	source, date := "settle "+p.BatchID, j.m.Period.Last()
	if err := j.book("", source, date, p.Currency, leg{"payees_payable", "paid", p.PaidMinor}, leg{"payouts", "paid", -p.PaidMinor}); err != nil {
		return err
	}
	return j.book("", source, date, p.Currency, leg{"payouts", "returned", p.ReturnedMinor}, leg{"payees_payable", "returned", -p.ReturnedMinor})
}

// feesByCurrency adds up a day's fees.
func feesByCurrency(fees []FeeTotal) ([]amount, error) {
	all := sums{}
	for _, f := range fees {
		if err := all.addFitting("fees", f.Currency, f.FeeMinor); err != nil {
			return nil, err
		}
	}
	return all.List(), nil
}

// finish adds up both sides, which must agree.
func (j *journal) finish() (*MonthJournal, error) {
	debits, credits := map[string]*wide{}, map[string]*wide{}
	for _, l := range j.lines {
		if debits[l.Currency] == nil {
			debits[l.Currency], credits[l.Currency] = &wide{}, &wide{}
		}
		debits[l.Currency].add(l.DebitMinor, 1)
		credits[l.Currency].add(l.CreditMinor, 1)
	}
	out := &MonthJournal{Lines: j.lines}
	for currency, debit := range debits {
		sum, whole := debit.int64()
		if !whole || *debit != *credits[currency] {
			return nil, fmt.Errorf("journal, %s: debits and credits do not agree, or are beyond the range of an amount", currency)
		}
		out.Totals = append(out.Totals, amount{currency, sum})
	}
	slices.SortFunc(out.Totals, func(a, b amount) int { return cmp.Compare(a.Currency, b.Currency) })
	slices.SortStableFunc(out.Lines, func(a, b JournalLine) int { return cmp.Compare(a.Date, b.Date) })
	return out, nil
}

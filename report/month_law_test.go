package report

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"recon/internal/calendar"
)

// drawMonth is any month whose figures hold together: a chain of days in some
// currencies, and breaks at its end that are what the last day left open.
func drawMonth(t *rapid.T) *Month {
	a := MonthAccount{Name: "alipay", Starts: NoDate}
	breaks := drawBreaks(t)
	open := map[string]int64{"CNY": 0, "USD": 0, "JPY": 0}
	for i := range breaks {
		_ = breaks[i].sides(func(currency, list string, minor int64) error {
			if list == "books_only" {
				minor = -minor
			}
			open[currency] += minor
			return nil
		})
	}
	closing := map[string]int64{"CNY": drawAmount(t, "opening"), "USD": drawAmount(t, "opening")}
	days := rapid.IntRange(1, 6).Draw(t, "days")
	for n := range days {
		d := MonthDay{Date: samplePeriod.First() + calendar.Date(n), Version: 1, FeesKnown: true}
		for _, currency := range []string{"CNY", "USD", "JPY"} {
			d.drawCurrency(t, currency, &closing)
			if p := &d.Proof[len(d.Proof)-1]; n == days-1 {
				p.LedgerMinor += p.ClosingMinor - open[currency]
				p.ClosingMinor = open[currency]
			}
		}
		a.Days = append(a.Days, d)
	}
	a.Breaks = Rows(breaks)
	return &Month{Period: samplePeriod, Language: English, Accounts: []MonthAccount{a},
		Payouts: []MonthPayouts{{"2026-08-1", "CNY", drawAmount(t, "paid"), drawAmount(t, "returned")}}}
}

func drawAmount(t *rapid.T, name string) int64 { return rapid.Int64Range(-1e12, 1e12).Draw(t, name) }

// drawCurrency adds a currency's figures to a day.
func (d *MonthDay) drawCurrency(t *rapid.T, currency string, closing *map[string]int64) {
	p := ProofRow{Currency: currency, StatementMinor: drawAmount(t, "statement"), LedgerMinor: drawAmount(t, "ledger"), ToleranceMinor: rapid.Int64Range(-9, 9).Draw(t, "tolerance")}
	for _, kind := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"fee", "chargeback", "payout", "transfer", "adjustment", "reserve", "other"}), rapid.ID).Draw(t, "kinds") {
		n := NatureTotal{Kind: kind, Currency: currency, Count: 1, GrossMinor: drawAmount(t, "nature")}
		p.NatureMinor += n.GrossMinor
		d.Nature = append(d.Nature, n)
	}
	for _, word := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"booked", "refunded", "suspense", "written_off", "manual_match"}), rapid.ID).Draw(t, "words") {
		x := DecidedTotal{word, currency, drawAmount(t, "decided")}
		p.ClosedByPeopleMinor += x.Minor
		d.Decided = append(d.Decided, x)
	}
	d.add(closing, p)
	d.Fees = append(d.Fees, FeeTotal{Source: "alipay-main", Kind: "payment", Currency: currency, GrossMinor: p.StatementMinor, FeeMinor: drawAmount(t, "fee")})
	d.Discounts = append(d.Discounts, Discount{currency, drawAmount(t, "discount")})
}

// drawBreaks are breaks of every form, in the order of files.
func drawBreaks(t *rapid.T) []Break {
	var list []Break
	for i := range rapid.IntRange(0, 8).Draw(t, "breaks") {
		statement, ledger := rapid.Int64Range(1, 1e9).Draw(t, "statement"), rapid.Int64Range(1, 1e9).Draw(t, "ledger")
		b := sampleBreak(i, "amount", "payment", statement, ledger)
		switch rapid.IntRange(0, 4).Draw(t, "form") {
		case 1:
			b = sampleBreak(i, "missing", "refund", -statement, 0)
		case 2:
			b = sampleBreak(i, "extra", "payment", 0, ledger)
		case 3:
			b.Reason, b.Ledger.Minor, b.DifferenceMinor = "status", 0, statement
		case 4:
			b.Reason, b.Ledger.Currency, b.DifferenceMinor = "currency", "JPY", 0
		}
		list = append(list, b)
	}
	return list
}

// TestAdjustedBalancesAgree: whatever the month, both sides of a statement come
// to the same, and the items are all breaks.
func TestAdjustedBalancesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMonth(t)
		sheets, err := m.Accounts[0].balances()
		if err != nil {
			t.Fatal(err)
		}
		items := int64(0)
		for _, s := range sheets {
			items += s.ProviderOnly.Count + s.BooksOnly.Count + s.Differing.Count
			if last := s.Provider[len(s.Provider)-1]; last != s.Books[len(s.Books)-1] || last.Minor != s.AdjustedMinor {
				t.Fatalf("%s: %+v and %+v", s.Currency, s.Provider, s.Books)
			}
		}
		want := int64(0)
		for b := range m.Accounts[0].Breaks {
			want++
			if b.Reason == "currency" {
				want++ // an item of each of its currencies
			}
		}
		if items != want {
			t.Fatalf("%d items, wanted %d", items, want)
		}
	})
}

// TestJournalBalances: whatever the month, every booking balances, no line is
// zero or negative, and the file says the same.
func TestJournalBalances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMonth(t)
		var err error
		if m.Journal, err = NewJournal(m, sampleAccounts); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := WriteJournal(&out, m); err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(&out).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		sums := map[string]int64{}
		receivable := map[string]int64{}
		for _, l := range lines[1:] {
			debit, err1 := strconv.ParseInt(l[2], 10, 64)
			credit, err2 := strconv.ParseInt(l[3], 10, 64)
			if err1 != nil || err2 != nil || debit < 0 || credit < 0 || (debit == 0) == (credit == 0) {
				t.Fatalf("line %v", l)
			}
			sums[l[6]+" "+l[4]] += debit - credit
			if l[1] == "1122.01" {
				receivable[l[4]] += debit - credit
			}
		}
		for booking, off := range sums {
			if off != 0 {
				t.Fatalf("%s: off by %d", booking, off)
			}
		}
		for currency, net := range m.netOfStatements() {
			if receivable[currency] != net {
				t.Fatalf("the provider owes %d %s by the journal, %d by its statements", receivable[currency], currency, net)
			}
		}
	})
}

// netOfStatements is what the provider's statements moved, net, by currency.
func (m *Month) netOfStatements() map[string]int64 {
	net := map[string]int64{}
	for _, d := range m.Accounts[0].Days {
		for _, p := range d.Proof {
			net[p.Currency] += p.StatementMinor
		}
		for _, f := range d.Fees {
			net[f.Currency] += f.FeeMinor
		}
		for _, x := range d.Discounts {
			net[x.Currency] += x.Minor
		}
	}
	return net
}

// TestMonthThatDoesNotHold: a figure that is wrong by one minor unit, anywhere,
// is an error and no note.
func TestMonthThatDoesNotHold(t *testing.T) {
	for name, spoil := range map[string]func(*MonthAccount){
		"begins with an open difference": func(a *MonthAccount) { a.Days[7].Proof[0].OpeningMinor++ },
		"unexplained":                    func(a *MonthAccount) { a.Days[7].Proof[0].StatementMinor++ },
		"the adjusted balances are":      func(a *MonthAccount) { a.Breaks = Rows(monthBreaks()[1:]) },
		"wanted the same":                func(a *MonthAccount) { a.Days[9].Decided[0].Minor++ },
		"per provider and":               func(a *MonthAccount) { a.Days[3].Nature[0].GrossMinor++ },
		"which no day of the month has": func(a *MonthAccount) {
			b := sampleBreak(1, "extra", "payment", 0, 1)
			b.Currency, b.Ledger.Currency = "GBP", "GBP"
			a.Breaks = Rows([]Break{b})
		},
		"beyond the range": func(a *MonthAccount) {
			for i := range 3 {
				a.Days[i].Proof[0].StatementMinor, a.Days[i].Proof[0].LedgerMinor = math.MaxInt64/2, math.MaxInt64/2
			}
		},
	} {
		m := sampleMonth(English)
		spoil(&m.Accounts[0])
		if _, err := SummarizeMonth(m); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
		if err := WriteMonthHTML(&bytes.Buffer{}, m); err == nil {
			t.Errorf("%s: a page is written", name)
		}
	}
}

func TestJournalThatDoesNotHold(t *testing.T) {
	for name, spoil := range map[string]func(*MonthDay){
		"differ by":    func(d *MonthDay) { d.Decided[0].Minor++ },
		"differ by 0.": func(d *MonthDay) { d.Proof[0].ClosingMinor-- },
		"no fees":      func(d *MonthDay) { d.FeesKnown = false },
	} {
		m := sampleMonth(English)
		spoil(&m.Accounts[0].Days[9])
		if _, err := NewJournal(m, sampleAccounts); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestAccountsThatAreMissing: all are named at once, each with what needs it
// first, and only those that something is booked on.
func TestAccountsThatAreMissing(t *testing.T) {
	_, err := NewJournal(sampleMonth(English), func(rec string) map[string]string {
		accounts := sampleAccounts(rec)
		delete(accounts, "suspense")
		delete(accounts, "chargebacks") // nothing is booked on it
		if rec == "" {
			delete(accounts, "payouts")
		}
		return accounts
	})
	var missing *AccountsMissing
	if !errors.As(err, &missing) {
		t.Fatalf("got %v", err)
	}
	want := `key "suspense": missing, and alipay 2026-08-10 v2 has 3.00 CNY to book on it (Booked to suspense): add suspense: ACCOUNT
key "payouts": missing, and settle 2026-08-1 has 12,345.00 CNY to book on it (Put into payouts): add payouts: ACCOUNT`
	if err.Error() != want {
		t.Errorf("got %s", err)
	}
}

func TestStateOfMonth(t *testing.T) {
	for want, a := range map[MonthState]MonthAccount{
		MonthClean:    {},
		MonthNotReady: {Missing: []MissingDay{{}, {State: NotReady}, {State: Blocked}}},
		MonthFailed:   {Missing: []MissingDay{{State: NotReady}, {State: Suspect}}},
	} {
		if got := a.state(0); got != want {
			t.Errorf("got %s, wanted %s", got, want)
		}
	}
	if got := (&MonthAccount{}).state(1); got != MonthOpen {
		t.Errorf("an open break: %s", got)
	}
	if got := (&MonthAccount{LeftOut: []calendar.Date{0}}).state(1); got != MonthFailed {
		t.Errorf("a day that was left out: %s", got)
	}
	if got := MonthOpen.worse(MonthClean).worse(MonthNotReady).worse(MonthOpen); got != MonthNotReady {
		t.Errorf("the worst is %s", got)
	}
}

// TestManyItems: a list that is too long for paper shows those with the most
// money, and the CSV has all.
func TestManyItems(t *testing.T) {
	a := MonthAccount{Name: "alipay", Starts: NoDate}
	const n = 5000
	list := make([]Break, n)
	sum := int64(0)
	for i := range list {
		list[i] = sampleBreak(i, "missing", "payment", int64(i+1), 0)
		sum += int64(i + 1)
	}
	a.Breaks = Rows(list)
	a.Days = []MonthDay{{Date: samplePeriod.Last(), Proof: []ProofRow{{Currency: "CNY", StatementMinor: sum, ClosingMinor: sum}}}}
	m := &Month{Period: samplePeriod, Language: English, Accounts: []MonthAccount{a}}
	var page, file bytes.Buffer
	if err := errors.Join(WriteMonthHTML(&page, m), WriteReconciliation(&file, m)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(page.String(), "Received, not in our books"); got != itemsFew {
		t.Errorf("%d items on the page, wanted %d", got, itemsFew)
	}
	if !strings.Contains(page.String(), list[n-1].ID) || !strings.Contains(page.String(), "5,000 breaks; the 50 with the most money are shown, all are in reconciliation.csv.") {
		t.Error("the page lacks the largest item, or does not say that there are more")
	}
	if got := strings.Count(file.String(), ",item,"); got != n {
		t.Errorf("%d items in the file, wanted %d", got, n)
	}
}

func TestRanges(t *testing.T) {
	d := samplePeriod.First()
	for want, days := range map[string][]calendar.Date{
		"2026-08-01": {d}, "2026-08-01 to 2026-08-03, 2026-08-05": {d, d + 1, d + 2, d + 4}, "2026-08-01, 2026-08-03 to 2026-08-04": {d, d + 2, d + 3},
	} {
		if got := ranges(English, days); got != want {
			t.Errorf("got %s, wanted %s", got, want)
		}
	}
}

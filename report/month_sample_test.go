package report

import (
	"fmt"

	"recon/internal/calendar"
)

var samplePeriod = calendar.MonthOf(sampleDate)

// sampleMonth has everything a month can say: two currencies, an opening
// difference, rows by nature, closures, fees, a cut-off and every list of items.
func sampleMonth(language string) *Month {
	m := &Month{Period: samplePeriod, Language: language, Engine: "1", Accounts: []MonthAccount{sampleMonthAccount(), quietMonthAccount()},
		Payouts: []MonthPayouts{{"2026-08-1", "CNY", 1234500, 4500}}, Files: sampleMonthFiles()}
	return m
}

func sampleMonthFiles() MonthFiles {
	dir := "reports/month-2026-08/"
	return MonthFiles{MonthHTML: dir + "month.html", ReconciliationCSV: dir + "reconciliation.csv", CutOffCSV: dir + "cutoff.csv",
		OpenBreaksCSV: dir + "open_breaks.csv", FeesCSV: dir + "fees.csv", SummaryJSON: dir + "summary.json"}
}

// sampleMonthAccount is a month of 31 days: what is open at its end is that of
// a sample day, and the days before lead there.
func sampleMonthAccount() MonthAccount {
	a := MonthAccount{Name: "alipay", Sources: []MonthSource{{"alipay-main", "alipay", "20889999888877770156"}}, Starts: NoDate, Breaks: Rows(monthBreaks())}
	open := map[string]int64{}
	for b := range a.Breaks {
		_ = b.sides(func(currency, list string, minor int64) error {
			if list == "books_only" {
				minor = -minor
			}
			open[currency] += minor
			return nil
		})
	}
	closing := map[string]int64{"CNY": 5000}
	for date := samplePeriod.First(); date <= samplePeriod.Last(); date++ {
		d := MonthDay{Date: date, Version: 1, FeesKnown: true}
		n := int64(date - samplePeriod.First())
		d.add(&closing, ProofRow{Currency: "CNY", StatementMinor: 10000000 + n*1111, NatureMinor: -2000, LedgerMinor: 10001000 + n*1111, ToleranceMinor: 3})
		d.Nature = []NatureTotal{{Kind: "fee", Currency: "CNY", Count: 1, GrossMinor: -500}, {Kind: "payout", Currency: "CNY", Count: 1, GrossMinor: -1500}}
		d.Fees = []FeeTotal{{"alipay-main", "alipay", "0156", "payment", "CNY", 100, 10012000, -60072}, {"alipay-main", "alipay", "0156", "refund", "CNY", 2, -12000, 72}}
		d.Discounts = []Discount{{"CNY", -250}}
		switch n {
		case 9:
			d.Version = 2
			d.decide(&closing, DecidedTotal{"written_off", "CNY", 1200}, DecidedTotal{"suspense", "CNY", -300}, DecidedTotal{"booked", "CNY", 4000})
		case 30:
			last := &d.Proof[0]
			last.LedgerMinor += last.ClosingMinor - open["CNY"]
			last.ClosingMinor = open["CNY"]
			d.Proof = append(d.Proof, ProofRow{Currency: "USD", LedgerMinor: -open["USD"], ClosingMinor: open["USD"]})
		}
		a.Days = append(a.Days, d)
	}
	a.CutOff = Rows(sampleCutOff())
	return a
}

// monthBreaks are those of a sample day, as of the end of the month.
func monthBreaks() []Break {
	breaks := sampleBreaks()
	for i := range breaks {
		breaks[i].ID = fmt.Sprintf("B%016X", 0x1f3a5b00+i)
		if breaks[i].Reason == "pending" {
			breaks[i].BusinessDate, breaks[i].FirstSeen, breaks[i].Due = samplePeriod.Last(), samplePeriod.Last(), samplePeriod.Last()+1
		}
	}
	return breaks
}

// add adds a currency's figures, its opening and closing difference filled in.
func (d *MonthDay) add(closing *map[string]int64, p ProofRow) {
	p.OpeningMinor = (*closing)[p.Currency]
	p.ClosingMinor = p.OpeningMinor + p.StatementMinor - p.NatureMinor - p.LedgerMinor - p.ToleranceMinor - p.ClosedByPeopleMinor
	(*closing)[p.Currency] = p.ClosingMinor
	d.Proof = append(d.Proof, p)
}

// decide closes breaks of the day's first currency.
func (d *MonthDay) decide(closing *map[string]int64, all ...DecidedTotal) {
	p := &d.Proof[0]
	for _, t := range all {
		p.ClosedByPeopleMinor += t.Minor
		p.ClosingMinor -= t.Minor
	}
	(*closing)[p.Currency] = p.ClosingMinor
	d.Decided = append(d.Decided, all...)
}

func sampleCutOff() []CutOffRow {
	row := CutOffRow{Why: "dated_before", Belongs: samplePeriod - 1, Side: "statement", Kind: "payment", OrderRef: "S20260731000001", Ref: "2026073122001400000000000001",
		Currency: "CNY", GrossMinor: 9900, BusinessDate: samplePeriod.First() - 1, ArrivedOn: samplePeriod.First(), File: "inbox/alipay/20889999888877770156_20260801.csv", Line: 7}
	after := row
	after.Why, after.Belongs, after.BusinessDate, after.ArrivedOn, after.OrderRef = "dated_after", samplePeriod.Next(), samplePeriod.Last()+1, samplePeriod.Last(), "S20260901000001"
	pending := after
	pending.Why, pending.Side, pending.BreakID, pending.GrossMinor, pending.BusinessDate = "pending", "ledger", "B000000001F3A5B0F", 8800, samplePeriod.Last()
	return []CutOffRow{row, after, pending}
}

// quietMonthAccount is a chain that begins within the month and leaves nothing open.
func quietMonthAccount() MonthAccount {
	a := MonthAccount{Name: "wechat", Sources: []MonthSource{{"wechat-main", "wechatpay", "1900000109"}}, Starts: samplePeriod.Last() - 1}
	closing := map[string]int64{}
	for date := a.Starts; date <= samplePeriod.Last(); date++ {
		d := MonthDay{Date: date, Version: 1, FeesKnown: true}
		d.add(&closing, ProofRow{Currency: "CNY", StatementMinor: 3000, LedgerMinor: 3000})
		a.Days = append(a.Days, d)
	}
	return a
}

// cleanMonth has nothing open.
func cleanMonth(language string) *Month {
	m := sampleMonth(language)
	m.Accounts, m.Payouts = m.Accounts[1:], nil
	return m
}

// incompleteMonth lacks days, each for another cause.
func incompleteMonth(language string) *Month {
	m := sampleMonth(language)
	a := &m.Accounts[0]
	a.Days = a.Days[:20]
	a.Breaks, a.CutOff = nil, nil
	p := &a.Days[19].Proof[0]
	p.LedgerMinor += p.ClosingMinor
	p.ClosingMinor = 0
	for d := samplePeriod.First() + 20; d <= samplePeriod.Last(); d++ {
		a.Missing = append(a.Missing, MissingDay{Date: d, State: Blocked})
	}
	a.Missing[0].State, a.Missing[0].Cause = Refused, "inbox/alipay/20889999888877770156_20260821.csv:9: the footer says 10 rows, found 9"
	q := &m.Accounts[1]
	q.Days, q.Breaks = q.Days[:1], nil
	q.Missing = []MissingDay{{Date: samplePeriod.Last()}}
	q.LeftOut = []calendar.Date{samplePeriod.First() + 3, samplePeriod.First() + 5}
	return m
}

// hostileMonth has texts from outside that would do harm.
func hostileMonth() *Month {
	m := cleanMonth(English)
	a := &m.Accounts[0]
	a.Name, a.Sources[0].Name = evil, evil
	b := sampleBreak(1, "extra", "payment", 0, 100)
	b.OrderRef, b.Ref, b.RefundRef, b.Note, b.Ledger.File = evil, "=1+1", "@x", "\u202eevil", evil
	last := &a.Days[1].Proof[0]
	last.LedgerMinor, last.ClosingMinor = last.LedgerMinor+100, -100
	a.Breaks = Rows([]Break{b})
	row := sampleCutOff()[0]
	row.OrderRef, row.File = "=cmd|' /C calc'!A0", evil
	a.CutOff = Rows([]CutOffRow{row})
	a.Missing = []MissingDay{{Date: samplePeriod.Last(), State: Failed, Cause: evil}}
	return m
}

const evil = "<script>alert(1)</script>"

// sampleAccounts has an account for every key.
func sampleAccounts(string) map[string]string {
	return map[string]string{"provider_receivable": "1122.01", "sales_clearing": "6001", "fees": "6603.02", "discounts": "6601", "chargebacks": "6711.01",
		"bank": "1002.08", "other": "1221.07", "open_differences": "1221.09", "rounding": "6711", "suspense": "1901", "write_off": "6711.02",
		"corrections": "1221.08", "payees_payable": "2202", "payouts": "1002.09"}
}

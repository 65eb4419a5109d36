package report

import (
	"fmt"

	"recon/internal/calendar"
)

var sampleDate = calendar.Of(2026, 8, 15)

// sampleBreak is a break with everything a reason does not say filled in.
func sampleBreak(no int, reason, kind string, statement, ledger int64) Break {
	b := Break{
		Reconciliation: "alipay", ID: fmt.Sprintf("%032x", 0x1f3a5b00+no), Reason: reason, Kind: kind,
		Provider: "alipay", Account: "20889999888877770156", Currency: "CNY",
		OrderRef: fmt.Sprintf("S20260815%06d", no), OrderNo: fmt.Sprintf("P%07d", no),
		Ref: fmt.Sprintf("20260815220014%014d", no), BusinessDate: sampleDate, FirstSeen: sampleDate, Due: sampleDate,
		DifferenceMinor: statement - ledger,
	}
	if statement != 0 {
		b.Statement = Row{"inbox/alipay/a_20260815.csv.zip!20889999888877770156_20260815_DETAILS.csv", int64(6 + no), "CNY", statement}
	}
	if ledger != 0 {
		b.Ledger = Row{"inbox/orders/orders_2026-08-15.csv", int64(2 + no), "CNY", ledger}
	}
	if kind == "refund" {
		b.RefundRef = fmt.Sprintf("R%06d", no)
	}
	return b
}

// sampleBreaks has every reason, new, carried and pending, in the order of breaks.csv.
func sampleBreaks() []Break {
	status := sampleBreak(8, "status", "payment", 12900, 0)
	status.OwnStatus, status.Ledger = "pending", Row{"inbox/orders/orders_2026-08-15.csv", 10, "CNY", 0}
	closed := sampleBreak(9, "status", "payment", 5900, 0)
	closed.OwnStatus, closed.Ledger = "closed", Row{"inbox/orders/orders_2026-08-15.csv", 11, "CNY", 0}
	after := sampleBreak(5, "duplicate", "payment", 0, 9900)
	after.Detail, after.OwnStatus = "closed 2026-08-14 as written_off, break 00c1", "paid"
	currency := sampleBreak(3, "currency", "payment", 10000, 10000)
	currency.Ledger.Currency, currency.DifferenceMinor = "USD", 0
	pending := sampleBreak(10, "pending", "payment", 0, 8800)
	pending.Due = sampleDate + 1
	refund := sampleBreak(11, "pending", "refund", 0, -8800)
	refund.Due = sampleDate + 3
	old := sampleBreak(7, "missing", "payment", 123456789, 0)
	old.BusinessDate, old.FirstSeen, old.Due = sampleDate-12, sampleDate-10, sampleDate-12
	old.Owner, old.Note, old.Was = "li.na", "asked Alipay, ticket 4711", "missing"
	old.Said = Said{"booked", "li.na", sampleDate + 1}
	due := sampleBreak(12, "missing", "payment", 2500, 0)
	due.BusinessDate, due.FirstSeen, due.Was = sampleDate-1, sampleDate-1, "pending"
	shipped := sampleBreak(13, "extra", "payment", 0, 45600)
	shipped.Credits = []Credit{{"2026-07-1", "seller-0042", "CNY", 41040}}
	reopened := sampleBreak(2, "amount", "payment", 19900, 20900)
	reopened.Detail = "changed_after_match"
	return []Break{
		sampleBreak(1, "ambiguous", "payment", 6600, 0), reopened, sampleBreak(22, "amount", "payment", 21900, 20900),
		currency,
		sampleBreak(4, "duplicate", "payment", 9900, 0), after,

		sampleBreak(6, "duplicate", "refund", -3300, 0),
		shipped, sampleBreak(14, "extra", "refund", 0, -4560),
		sampleBreak(15, "fee", "payment", 10000, 10000),
		old, due, sampleBreak(16, "missing", "payment", 7700, 0), sampleBreak(17, "missing", "refund", -7000, 0),
		sampleBreak(18, "missing", "chargeback", -5500, 0),
		pending, refund, status, closed,
	}
}

func sampleSources() []Source {
	return []Source{
		{Name: "alipay-main", Side: "statement", Format: "alipay.trade", Account: "20889999888877770156",
			Files: []string{"inbox/alipay/a_20260815.csv.zip"}, StatementID: "alipay-main 2026-08-15", Rows: 10230,
			Totals: []SourceTotal{{"CNY", "payment", 10012, 987654321}, {"CNY", "refund", 218, -1234567}},
			Gate:   "passed", GateDetail: "count and sums equal the footer"},
		{Name: "orders", Side: "ledger", Format: "table", Files: []string{"inbox/orders/orders_2026-08-15.csv"},
			Rows: 10300, Ignored: 81, Totals: []SourceTotal{{"CNY", "payment", 10010, 987000000}}, Gate: "passed"},
	}
}

// sampleDay is a day with each reason once, a restated reconciliation and two currencies.
func sampleDay(language string) *Day {
	return &Day{
		Date: sampleDate, Language: language, Engine: "1",
		Files:           Files{ReportHTML: "reports/2026-08-15/report.html", BreaksCSV: "reports/2026-08-15/breaks.csv", ProofCSV: "reports/2026-08-15/proof.csv", CustomerCSV: "reports/2026-08-15/customer.csv", SummaryJSON: "reports/2026-08-15/summary.json"},
		Reconciliations: []Reconciliation{sampleAlipay(), cleanReconciliation("wechat")},
		Trend:           sampleTrend(),
		Desk: &PayoutDesk{
			Totals: []DeskTotal{{"2026-07", "EUR", "returned", 1, 67553}, {"2026-07", "EUR", "submitted", 8, 8790879}, {"2026-07", "EUR", "unclear", 2, 123400}},
			Unsent: []UnsentFile{{"2026-07-1/sepa-2", "EUR", 8, 8790879, "2026-08-03"}},
		},
	}
}

// sampleTrend is half a month with a day that is not reconciled and one on
// which only one of two is.
func sampleTrend() []TrendDay {
	var days []TrendDay
	for i := range int64(15) {
		t := TrendDay{Date: sampleDate - calendar.Date(14-i), Expected: 2}
		if i != 9 {
			_ = t.Add(Counts{Matched: 1000 + i, Missing: i, Pending: 4}, Carried{New: i % 4}, map[string]int64{"CNY": i * 123456, "USD": i % 2 * 100}, []Share{{"CNY", 1000000 - i, 1000000, 2000, 2000}})
		}
		if i != 4 && i != 9 {
			_ = t.Add(Counts{Matched: 5}, Carried{}, nil, []Share{{"CNY", 6000, 6000, 4, 4}})
		}
		days = append(days, t)
	}
	return days
}

func sampleAlipay() Reconciliation {
	return Reconciliation{
		Name: "alipay", State: Done, Version: 2, Through: sampleDate, Sources: sampleSources(),
		Overrides: []Override{{"orders", "li.na", "half holiday, the count is right"}},
		Inputs: []InputFile{
			{"alipay-main", "inbox/alipay/a_20260815.csv.zip", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", 1234567},
			{"orders", "inbox/orders/orders_2026-08-15.csv", "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752", 2345678}},
		Counts: Counts{Matched: 10001, Repeated: 12, Duplicate: 3, Ambiguous: 1, Status: 2, Currency: 1, Amount: 2, Fee: 1, Pending: 2, Missing: 5, Extra: 2, Closed: 2},
		Amounts: map[string]map[string]int64{"matched": {"CNY": 987000000}, "missing": {"CNY": 123454489}, "extra": {"CNY": -41040},
			"duplicate": {"CNY": -3300}, "amount": {"CNY": 0}, "status": {"CNY": 18800}, "closed": {"CNY": 4200}},
		Shares:  []Share{{"CNY", 988999999, 989000000, 20002, 20021}},
		Carried: Carried{In: 3, New: 17, Closed: 2, Out: 18},
		Proof: []ProofRow{
			{"CNY", 123462789, 986419754, -200000, 986500000, 3, 4200, 123578340, 0},
			{"USD", 0, 0, 0, 10000, 0, 0, -10000, 0}},
		Nature:      []NatureTotal{{"fee", "CNY", 3, -1800, 0, -1800}, {"payout", "CNY", 1, -198200, 0, -198200}},
		Chargebacks: []NatureRow{{"chargeback", "S1", "C900", "CNY", -12000, sampleDate, "a/b.csv", 17}},
		Tolerated:   []Tolerated{{"CNY", 3, 3}},
		Previous: &Previous{Version: 1, Counts: Counts{Matched: 10000, Repeated: 12, Duplicate: 3, Ambiguous: 1, Status: 2, Currency: 1, Amount: 2, Fee: 1, Pending: 2, Missing: 6, Extra: 2, Closed: 2},
			Inputs: []InputChange{{"orders", "changed"}}},
		Volumes:   []Volume{{"CNY", 10012, 987654321, 218, -1234567, 1200000000, 6}},
		Fees:      []FeeTotal{{"alipay-main", "alipay", "0156", "payment", "CNY", 10012, 987654321, -5925925}, {"alipay-main", "alipay", "0156", "refund", "CNY", 218, -1234567, 7407}},
		DayBefore: &DayBefore{Date: sampleDate - 1, Engine: "0", Rules: []string{"due", "tolerance"}, Gap: true},
		Breaks:    Rows(sampleBreaks()),
		Closed: Rows([]ClosedBreak{
			{ID: "0000000000000000000000000000c105", Reason: "missing", Kind: "payment", OrderRef: "S0814", Ref: "2200", Currency: "CNY", DifferenceMinor: 4200,
				BusinessDate: sampleDate - 1, FirstSeen: sampleDate - 1, Decision: "written_off", By: "li.na", Comment: "below 50 yuan"},
			{ID: "0000000000000000000000000000c106", Reason: "pending", Kind: "payment", OrderRef: "S0815", Currency: "CNY", DifferenceMinor: -900,
				BusinessDate: sampleDate - 1, FirstSeen: sampleDate - 1, File: "inbox/alipay/a_20260815.csv.zip!x_DETAILS.csv", Line: 77, Rule: "key"}}),
	}
}

func cleanReconciliation(name string) Reconciliation {
	return Reconciliation{
		Name: name, State: Current, Version: 1, Through: sampleDate, Sources: []Source{
			{Name: name + "-main", Side: "statement", Format: "wechatpay.tradebill", Account: "1900000109", Files: []string{"inbox/w/20260815.csv"},
				StatementID: name + "-main 2026-08-15", Rows: 2, Totals: []SourceTotal{{"CNY", "payment", 2, 3000}}, Gate: "passed"}},
		Counts: Counts{Matched: 2}, Amounts: map[string]map[string]int64{"matched": {"CNY": 3000}},
		Shares: []Share{{"CNY", 6000, 6000, 4, 4}}, FeesChecked: true,
		Proof: []ProofRow{{Currency: "CNY", StatementMinor: 3000, LedgerMinor: 3000}},
	}
}

package report

import (
	"strings"
	"time"

	"recon/internal/calendar"
)

var berlin = mustZone("Europe/Berlin")

func mustZone(name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return z
}

const sampleHash = "5d41402abc4b2a76b9719d911017c592ae3f0c1b7e4d5f60718293a4b5c6d7e8"

func samplePayouts() []PayoutRow {
	row := func(payee, currency string, minor int64, status, why string) PayoutRow {
		return PayoutRow{PayoutKey: "monthly-payout:" + payee + ":2026-08:" + currency, Payee: payee, Currency: currency, AmountMinor: minor,
			Rail: "sepa", RailRef: "MP202608" + strings.Repeat("A", 20) + strings.ToUpper(payee[len(payee)-4:]), Status: status, Why: why, LastFour: "3000"}
	}
	return []PayoutRow{
		row("seller-0001", "EUR", 123456, "pending", ""),
		row("seller-0002", "EUR", 6000000, "review", "60000.00 EUR is above the maximum of 50000.00 EUR"),
		row("seller-0003", "EUR", 1000, "pending", ""),
		row("seller-0004", "EUR", 4711, "review", "entry cr-77 was counted before and has changed"),
		row("seller-0005", "USD", 99999, "pending", ""),
	}
}

func sampleSkips() []SkipRow {
	return []SkipRow{
		{"seller-0002", "EUR", "review", 6000000, "above the maximum"},
		{"seller-0004", "EUR", "review", 4711, "restated"},
		{"seller-0006", "EUR", "destination", 25000, "IBAN DE89370400440532013001: the check digits do not fit"},
		{"seller-0007", "EUR", "kyc", 4200, "kyc is pending"},
		{"seller-0008", "EUR", "open_break", 100, "120.00 EUR is held for 1 open break, order S-881"},
		{"seller-0009", "EUR", "negative", -5050, "refunds are 50.50 EUR more than sales"},
		{"seller-0010", "EUR", "zero", 0, ""},
		{"seller-0011", "EUR", "minimum", 999, "below 10.00 EUR"},
		{"seller-0012", "GBP", "currency", 3000, "no minimum is set for GBP"},
		{"seller-0013", "EUR", "frozen", 700000, "frozen in the payee file, line 14"},
		{"seller-0014", "EUR", "country", 1500, "country US"},
	}
}

// sampleTotals are the sums of samplePayouts and sampleSkips.
func sampleTotals() ([]BatchTotal, []SkippedTotal) {
	return []BatchTotal{{"EUR", 4, 6129167, 2, 6004711, 6000000}, {"USD", 1, 99999, 0, 0, 99999}},
		[]SkippedTotal{{"country", "EUR", 1, 1500}, {"currency", "GBP", 1, 3000}, {"destination", "EUR", 1, 25000}, {"frozen", "EUR", 1, 700000},
			{"kyc", "EUR", 1, 4200}, {"minimum", "EUR", 1, 999}, {"negative", "EUR", 1, -5050}, {"open_break", "EUR", 1, 100}, {"review", "EUR", 2, 6004711}, {"zero", "EUR", 1, 0}}
}

func sampleBalances() []BalanceRow {
	return []BalanceRow{
		{"seller-0001", "EUR", Roll{OpeningMinor: 1000, EarnedMinor: 130000, RefundsMinor: 5000, FeesMinor: 2544, PaidMinor: 123456}},
		{"seller-0006", "EUR", Roll{EarnedMinor: 20000, ReturnedMinor: 5000, ClosingMinor: 25000, AvailableMinor: 25000}},
		{"seller-0008", "EUR", Roll{EarnedMinor: 12100, ClosingMinor: 12100, AvailableMinor: 100, HeldMinor: 12000}},
		{"seller-0009", "EUR", Roll{EarnedMinor: 1000, AdjustmentsMinor: -50, RefundsMinor: 6000, ClosingMinor: -5050, AvailableMinor: -5050}},
	}
}

func sampleRestated() []RestatedRow {
	at := time.Date(2026, 7, 14, 9, 30, 0, 123456000, time.UTC)
	return []RestatedRow{
		{"cr-77", "seller-0004", "EUR", "changed", 5000, 4000, "seller-0004", "EUR", "sale", at, at.Add(time.Hour), "cr-77|seller-0004|EUR|sale|4000"},
		{"cr-78", "seller-0004", "EUR", "void", 100, 0, "seller-0004", "EUR", "adjustment", at, at, "void"},
		{"cr-79", "seller-0004", "EUR", "gone", -200, 0, "seller-0004", "EUR", "refund", at, time.Time{}, "gone"},
	}
}

// cleanBatch is a batch in which nothing needs a person but its approval.
func cleanBatch(language string) *Settlement {
	var paid []PayoutRow
	total := int64(0)
	for _, p := range samplePayouts() {
		if p.Status == "pending" && p.Currency == "EUR" {
			paid = append(paid, p)
			total += p.AmountMinor
		}
	}
	return &Settlement{
		Period: "2026-08", BatchID: "2026-08-1", Part: 1, BatchHash: sampleHash, Language: language, Engine: "1", State: BatchDraft, Zone: berlin,
		Since: calendar.Of(2026, 8, 1).Start(berlin), Cutoff: calendar.Of(2026, 9, 1).Start(berlin), StartAt: calendar.Of(2026, 8, 1).Start(berlin),
		AsOf: time.Date(2026, 9, 1, 5, 0, 0, 0, time.UTC), FirstEntry: time.Date(2026, 7, 31, 22, 0, 0, 0, time.UTC), LastEntry: time.Date(2026, 8, 31, 21, 59, 59, 999999000, time.UTC),
		Maker: "wang.wu", ApprovalRequired: true,
		Totals:  []BatchTotal{{Currency: "EUR", Payouts: int64(len(paid)), AmountMinor: total, LargestMinor: 123456}},
		Roll:    []RollTotal{{"EUR", Roll{OpeningMinor: 1000, EarnedMinor: 131000, RefundsMinor: 5000, FeesMinor: 2544, PaidMinor: 124456}}},
		Funding: []Funding{{"sepa", "Example Market GmbH", "3000", "EUR", int64(len(paid)), total, calendar.Of(2026, 9, 2)}},
		Inputs:  []InputFile{{"ledger", "inbox/credits/credits_2026-08.csv", sampleHash, 1234567}, {"payees", "inbox/payees/payees_2026-08.csv", sampleHash, 2345}},

		NextPayday: calendar.Of(2026, 10, 1),
		Files: SettleFiles{ReportHTML: "reports/settle-2026-08/report.html", PayoutsCSV: "reports/settle-2026-08/payouts.csv", SkippedCSV: "reports/settle-2026-08/skipped.csv",
			PayeesCSV: "reports/settle-2026-08/payees.csv", RestatedCSV: "reports/settle-2026-08/restated.csv", SummaryJSON: "reports/settle-2026-08/summary.json"},
		Payouts: Rows(paid), Payees: Rows(sampleBalances()[:1]),
	}
}

// fullBatch has everything that a page can show.
func fullBatch(language string) *Settlement {
	s := cleanBatch(language)
	s.State, s.Part = BatchSubmitting, 2
	s.Totals, s.Skips = sampleTotals()
	s.Approvals = []BatchApproval{{"li.na", time.Date(2026, 9, 1, 7, 12, 0, 0, time.UTC), "all_except_review"}}
	s.Overrides = []BatchOverride{{"wechat", "li.na", "statement of 31 August comes on Monday"}, {"confirm-total", "li.na", "EUR 61291.67"}}
	s.Outcomes = []OutcomeTotal{{"review", "EUR", 2, 6004711}, {"submitted", "EUR", 2, 124456}, {"unclear", "USD", 1, 99999}}
	s.Previous = &PreviousBatch{"2026-07", "2026-07-1", []BatchTotal{{"EUR", 3, 5500000, 0, 0, 5000000}, {"CHF", 1, 200, 0, 0, 200}}, []SkippedTotal{{"kyc", "EUR", 4, 1}}}
	s.Roll = []RollTotal{
		{"EUR", Roll{OpeningMinor: 1000, EarnedMinor: 6880000, AdjustmentsMinor: -50, RefundsMinor: 11000, FeesMinor: 2544, PaidMinor: 6129167, ReturnedMinor: 5000, ClosingMinor: 743239, AvailableMinor: 731239, HeldMinor: 12000}},
		{"USD", Roll{EarnedMinor: 99999, PaidMinor: 99999}}}
	s.Funding = append(s.Funding, Funding{"bank", "Example Market GmbH", "9911", "USD", 1, 99999, calendar.Of(2026, 9, 1)})
	s.Submissions = []SubmissionRow{
		{"2026-08-1/sepa-1", "sepa", "submissions/2026-08/2026-08-1/sepa-1.xml", sampleHash, "EUR", 2, 124456, calendar.Of(2026, 9, 2), "sent"},
		{"2026-08-1/bank-1", "bank", "submissions/2026-08/2026-08-1/bank-1.csv", sampleHash, "USD", 1, 99999, calendar.Of(2026, 9, 1), "alarm"}}
	s.Held = []HeldTotal{{"alipay", "extra", "EUR", 1, 1, 12000}, {"wechat", "unreconciled", "EUR", 2, 5, 30000}}
	s.Early = []EarlyTotal{{"EUR", 1234, 98765432}}
	s.Warnings = []string{"payees_2026-08.csv:9: BIC COBADEFFXXX is of DE, the IBAN of FR"}
	s.Payouts, s.Skipped, s.Payees = Rows(samplePayouts()), Rows(sampleSkips()), Rows(sampleBalances())
	s.Negative, s.Restated = Rows(sampleBalances()[3:]), Rows(sampleRestated())
	s.Destinations = Rows([]DestinationRow{{"seller-0001", "EUR", "1111", "3000"}, {"seller-0003", "EUR", "", "4444"}})
	s.Remarks = Rows([]RemarkRow{{"seller-0003", "MP202608AAAAAAAAAAAAAAAAAAAA0003", "name", "Łukasz Müller & Söhne → Lukasz Mueller + Soehne"}})
	return s
}

// emptyBatch pays nobody.
func emptyBatch(language string) *Settlement {
	s := cleanBatch(language)
	s.State, s.Totals, s.Roll, s.Funding, s.Payouts, s.Payees = BatchClosed, nil, nil, nil, nil, nil
	return s
}

// freeBatch is the first batch, and needs no approval.
func freeBatch(language string) *Settlement {
	s := cleanBatch(language)
	s.ApprovalRequired, s.First = false, true
	s.Early = []EarlyTotal{{"EUR", 1, 1999}}
	return s
}

// stoppedBatch could not be made.
func stoppedBatch(language string) *Settlement {
	return &Settlement{Period: "2026-08", Language: language, Engine: "1", Zone: berlin, ApprovalRequired: true,
		Files: SettleFiles{ReportHTML: "reports/settle-2026-08/report.html"},
		Stop: &BatchStop{State: Refused, MoreFaults: 7,
			Faults: []string{`inbox/credits/credits_2026-08.csv:9: column "amount_cents": "12.345" has 3 decimals, wanted at most 2`}}}
}

// closedBatch has come to its end.
func closedBatch(language string) *Settlement {
	s := cleanBatch(language)
	s.State = BatchClosed
	s.Approvals = []BatchApproval{{"li.na", time.Date(2026, 9, 1, 7, 12, 0, 0, time.UTC), "all"}}
	s.Outcomes = []OutcomeTotal{{"paid", "EUR", 1, 123456}, {"returned", "EUR", 1, 1000}}
	return s
}

// hostileBatch has text that a page, a spreadsheet or a terminal might obey.
func hostileBatch() *Settlement {
	s := fullBatch(English)
	bad := hostileTexts
	payee := []string{"!" + bad[0], "+1" + bad[1], "=2" + bad[2]}
	s.Maker, s.Engine, s.BatchID = bad[0], bad[7], "2026-08-1"
	s.Overrides = []BatchOverride{{bad[0], bad[1], strings.Join(bad, " ")}}
	s.Warnings, s.Approvals[0].By = bad, bad[7]
	s.Totals, s.Skips = []BatchTotal{{"EUR", 2, 3, 1, 2, 2}}, []SkippedTotal{{bad[0], "EUR", 1, 5}, {"kyc", "EUR", 2, -3}}
	s.Payouts = Rows([]PayoutRow{
		{PayoutKey: "monthly-payout:!" + bad[0], Payee: payee[0], Currency: "EUR", AmountMinor: 1, Rail: bad[1], RailRef: bad[2], Status: "pending", SubmissionFile: bad[1], LastFour: "12345678"},
		{PayoutKey: "monthly-payout:" + bad[7], Payee: payee[1], Currency: "EUR", AmountMinor: 2, Status: "review", Why: bad[0] + bad[6]}})
	s.Skipped = Rows([]SkipRow{{payee[0], "EUR", bad[0], 5, bad[1]}, {payee[1], "EUR", "kyc", -1, bad[6]}, {payee[2], "EUR", "kyc", -2, bad[0]}})
	s.Payees = Rows([]BalanceRow{{payee[0], "EUR", Roll{}}, {payee[1], "EUR", Roll{}}, {payee[2], "EUR", Roll{}}})
	s.Negative = Rows([]BalanceRow{{bad[0], "EUR", Roll{ClosingMinor: -1}}})
	s.Restated = Rows([]RestatedRow{{EntryID: bad[1], Payee: bad[0], Change: bad[0], WasPayee: bad[1], WasCurrency: "EUR", WasKind: bad[0]}})
	s.Destinations = Rows([]DestinationRow{{bad[0], "EUR", bad[0], bad[1]}})
	s.Remarks = Rows([]RemarkRow{{bad[0], bad[1], bad[7], bad[0]}})
	s.Held[0].Reconciliation, s.Submissions[0].File, s.Funding[0].DebtorName = bad[0], bad[0], bad[7]
	return s
}

var hostileTexts = []string{`<script>alert(1)</script>`, `=cmd|' /C calc'!A0`, "a,b\n\"c\"", "\tx", "-1+2", "@SUM(A1)", "\x1b[31mred\u202e", `" onmouseover="x`}

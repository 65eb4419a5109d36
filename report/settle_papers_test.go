package report

import (
	"strings"
	"time"

	"recon/internal/calendar"
)

var sampleInstant = time.Date(2026, 9, 1, 7, 12, 0, 0, time.UTC)

func sampleUpload(language string) UploadSheet {
	return UploadSheet{
		Language: language, Engine: "1", Period: "2026-08", BatchID: "2026-08-1", ID: "2026-08-1/sepa-1", Rail: "sepa", Name: "sepa-1.xml",
		SHA256: sampleHash, MD5: "9e107d9d372bb6826bd81d3542a419d6", Bytes: 1234567, Count: 998, SumMinor: 123456789, Currency: "EUR",
		DebtorName: "Example Market GmbH", DebtorLastFour: "3000", Execution: calendar.Of(2026, 9, 2),
		MessageID: "ME202608" + strings.Repeat("B", 24), PaymentInfoID: "PI202608" + strings.Repeat("C", 24),
		ApprovedBy: []string{"li.na", "wang.wu"}, ApprovalRequired: true, Created: sampleInstant, Zone: berlin,
	}
}

func sampleStatement(language string) Statement {
	at := func(day, hour int) time.Time { return time.Date(2026, 8, day, hour, 0, 0, 0, time.UTC) }
	return Statement{
		Language: language, Period: "2026-08", Zone: berlin, Since: calendar.Of(2026, 8, 1).Start(berlin), Cutoff: calendar.Of(2026, 9, 1).Start(berlin),
		Company: "Example Market GmbH", Payee: "seller-0001", Name: "Müller & Söhne", NextPayday: calendar.Of(2026, 10, 1), CSVName: "statement.csv",
		Accounts: []StatementAccount{
			{"EUR", "", Roll{OpeningMinor: 1000, EarnedMinor: 142000, RefundsMinor: 5000, FeesMinor: 2544, PaidMinor: 123456, ClosingMinor: 12000, HeldMinor: 12000}},
			{"USD", "minimum", Roll{EarnedMinor: 900, ReturnedMinor: 50, ClosingMinor: 950, AvailableMinor: 950}}},
		Payouts: []StatementPayout{
			{"2026-07", "EUR", 99900, "returned", "MP202607" + strings.Repeat("A", 24), "1111", calendar.Of(2026, 8, 3)},
			{"2026-08", "EUR", 123456, "submitted", "MP202608" + strings.Repeat("A", 24), "3000", calendar.Of(2026, 9, 2)}},
		Holds: []StatementHold{{StatementEntry{"EUR", "cr-9", "sale", "S-881", at(30, 8), 12000}, "extra"}},
		Entries: Rows([]StatementEntry{
			{"EUR", "cr-1", "sale", "S-1", at(1, 8), 130000}, {"EUR", "cr-2", "refund", "S-1", at(2, 8), -5000},
			{"EUR", "cr-3", "fee", "", at(2, 8), -2544}, {"EUR", "cr-9", "sale", "S-881", at(30, 8), 12000}, {"USD", "cr-4", "sale", "S-2", at(1, 8), 900}}),
	}
}

func hostileStatement() Statement {
	st, bad := sampleStatement(English), hostileTexts
	st.Payee, st.Name, st.Company = bad[0], bad[1], bad[7]
	st.Accounts[1].SkipReason = bad[0]
	st.Payouts[1].Reference, st.Payouts[1].LastFour, st.Payouts[1].State = bad[1], "DE89370400440532013000", bad[7]
	st.Holds[0].OrderRef, st.Holds[0].Reason = bad[2], bad[0]
	st.Entries = Rows([]StatementEntry{{"EUR", bad[1], bad[0], bad[6], time.Time{}, -1}})
	return st
}

func sampleChecks() []Check {
	return []Check{
		{"statements", true, "3 reconciliations are reconciled through 2026-08-31", ""},
		{"breaks", true, "2 orders with 120.00 EUR will be held", ""},
		{"payees", false, "payees_2026-07.csv is older than the period", "put payees_2026-08.csv into inbox/payees"},
		{"a check \x1b[31mof tomorrow", false, "", ""},
	}
}

func sampleLines() []BatchLine {
	return []BatchLine{
		{"2026-07-1", "2026-07", BatchClosed, true, 2, map[string]int64{"EUR": 5000000}, map[string]int64{"EUR": 4900000}, nil, map[string]int64{"EUR": 100000}, 0},
		{"2026-08-1", "2026-08", BatchOpen, false, 1234, map[string]int64{"EUR": 6129167, "USD": 99999}, nil, map[string]int64{"EUR": 6129167, "USD": 99999}, nil, 2},
	}
}

func samplePayoutLines() []PayoutLine {
	p := samplePayouts()[0]
	line := PayoutLine{p.PayoutKey, p.Payee, p.Currency, p.AmountMinor, 2, "processing", false, p.Rail, p.RailRef, "sepa-1.xml", p.LastFour, sampleInstant}
	unclear := line
	unclear.Unclear, unclear.Payee = true, "seller-0002"
	return []PayoutLine{line, unclear}
}

func sampleBatchShown() BatchShown {
	full := fullBatch(English)
	return BatchShown{
		BatchLine: sampleLines()[1], Cutoff: full.Cutoff, AsOf: full.AsOf, Maker: full.Maker, BatchHash: full.BatchHash, Approvals: full.Approvals,
		Overrides: full.Overrides, Outcomes: full.Outcomes, Skips: full.Skips, Submissions: full.Submissions,
		Discard: &BatchDiscard{"li.na", "wrong payee file", sampleInstant},
		Marks:   []SubmissionMark{{"2026-08-1/sepa-1", "sent", "li.na", "REF 4711", "", sampleInstant}},
		Alarmed: []AlarmLine{{"unanswered", "2026-08-1/sepa-1", sampleInstant}},
		Differences: []PayoutBreak{{"amount", samplePayouts()[0].RailRef, "ACCC", "the file says 12.34 EUR for DE89370400440532013000", "EUR", 1234, "pain002.xml:17", sampleInstant},
			{"unknown_code", "", "XXXX", "", "", 0, "pain002.xml:18", sampleInstant}},
	}
}

func samplePayoutShown() PayoutShown {
	return PayoutShown{PayoutLine: samplePayoutLines()[0], BatchID: "2026-08-1", Why: "above the maximum", History: []PayoutEvent{
		{1, "review", "pending", "", "approved by li.na", "approval 3", sampleInstant}, {1, "pending", "submitted", "", "", "2026-08-1/sepa-1", sampleInstant},
		{1, "submitted", "failed", "AC04", "account closed", "pain002.xml:9", sampleInstant}, {2, "", "pending", "", "", "settle retry", sampleInstant}}}
}

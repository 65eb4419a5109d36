package report

import "strings"

func cleanDay(language string) *Day {
	d := sampleDay(language)
	d.Reconciliations = []Reconciliation{cleanReconciliation("alipay"), cleanReconciliation("wechat")}
	return d
}

// openingDay is the first day of a chain; the other one never ran.
func openingDay() *Day {
	d := cleanDay(Chinese)
	d.Reconciliations[0].Opening = true
	d.Reconciliations[1] = Reconciliation{Name: "wechat", State: NotReady, Through: NoDate, NextTry: "2026-08-16 10:00 +08:00"}
	return d
}

// stoppedDay has a reconciliation of every state that is not reconciled, and one that is.
func stoppedDay(language string) *Day {
	d := sampleDay(language)
	through := sampleDate - 1
	refused := Reconciliation{Name: "alipay", State: Refused, Version: 3, Through: through, Sources: sampleSources(),
		Faults:     []string{`inbox/alipay/a_20260815.csv.zip!d.csv:9: column "订单金额（元）": "1,000" has a thousands separator, wanted digits with a decimal point`, "second"},
		MoreFaults: 1234}
	d.Trend[len(d.Trend)-1].Expected = 6
	refused.Sources[0].Gate, refused.Sources[0].GateDetail = "refused", "1,236 faults"
	d.Reconciliations = []Reconciliation{
		refused,
		{Name: "wechat", State: NotReady, Through: through, Cause: "wechat-main: no file like inbox/w/*20260815*.csv", Who: "nobody", NextTry: "2026-08-16 10:00 +08:00",
			Sources: []Source{{Name: "wechat-main", Side: "statement", Format: "wechatpay.tradebill", Gate: "missing"}}},
		{Name: "union", State: Suspect, Through: through, Cause: "own export looks incomplete: 31 % of its rows are one-sided between 18:00 and 24:00"},
		{Name: "stripe", State: Blocked, Through: through - 1, Cause: "2026-08-14 is not reconciled"},
		{Name: "paypal", State: Failed, Through: NoDate, Cause: "inbox/paypal: no file for 2026-08-15: late since 2026-08-16 10:00 UTC"},
		cleanReconciliation("adyen"),
	}
	return d
}

// hostileDay has text that a page, a spreadsheet or a terminal might obey.
func hostileDay() *Day {
	d := sampleDay(English)
	bad := []string{`<script>alert(1)</script>`, `=cmd|' /C calc'!A0`, "a,b\n\"c\"", "\tx", "-1+2", "@SUM(A1)", "\x1b[31mred\u202e", `" onmouseover="x`}
	b := sampleBreak(1, "extra", "payment", 0, 100)
	b.OrderRef, b.OrderNo, b.RefundRef, b.Ref = bad[0], bad[1], bad[2], bad[3]
	b.Note, b.Detail, b.Owner, b.Provider = bad[4], bad[5], bad[6], bad[7]
	b.Ledger.File = "in/" + bad[0] + ".csv"
	d.Reconciliations = d.Reconciliations[:1]
	r := &d.Reconciliations[0]
	r.Name, r.Breaks, r.Version, r.Previous = bad[0], Rows([]Break{b}), 1, nil
	r.Counts, r.Carried = Counts{Matched: 1, Extra: 1}, Carried{New: 1, Out: 1}
	r.Overrides = []Override{{bad[0], bad[7], strings.Join(bad, " ")}}
	r.Closed = Rows([]ClosedBreak{{ID: "c", Reason: bad[0], Decision: bad[1], By: bad[0], Comment: bad[2]}})
	r.Sources[0].Files = []string{bad[0]}
	return d
}

func sampleShown() Shown {
	b := sampleBreaks()[2]
	b.Owner, b.Note = "li.na", "coupon of 10?"
	return Shown{
		Break:     b,
		Statement: RawRow{[]string{"支付宝交易号", "商户订单号", "订单金额（元）", "备注", "账号"}, []string{b.Ref, b.OrderRef, "219.00", "", "20889999888877770156"}},
		Ledger:    RawRow{[]string{"id", "out_trade_no", "amount", "status"}, []string{"77", b.OrderRef, "209.00", "PAID"}},
		Rule:      "one row left on each side",
		History:   []Event{{sampleDate, "opened as amount"}, {sampleDate + 1, "note by li.na: coupon of 10?"}},
	}
}

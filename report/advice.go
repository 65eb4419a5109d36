package report

import "strconv"

// Advice is what a break is called and what to do about it.
type Advice struct {
	Label, Suggestion string
}

// Case is what advice depends on.
type Case struct {
	Reason, Kind string
	Sign         int    // of the difference: -1, 0, +1
	Side         string // statement or ledger: whose row has no partner; else empty
	OwnStatus    string // of the own row, if there is one: paid, refunded, pending, closed
	AfterClosure bool   // duplicate: of a key that a person has closed
	DueDays      int    // pending: days from the business date to the due date
}

// Advise is the advice for a case. Every reason has some for every kind, sign
// and side; a reason that is not in the list gives its own name.
func Advise(language string, c Case) Advice {
	if c.Reason == "pending" && c.DueDays > 1 {
		a := notDue.in(language)
		a.Label += strconv.Itoa(c.DueDays) + bracket.in(language)
		return a
	}
	for i := range adviceTable {
		if adviceTable[i].fits(c) {
			return adviceTable[i].in(language)
		}
	}
	return Advice{Label: c.Reason}
}

// advice is one line of the table; empty fields and a zero sign fit everything.
type advice struct {
	reason, kind, side, own string
	sign                    int
	afterClosure            bool // fits only cases that are
	label, suggestion       text
}

func (a *advice) fits(c Case) bool {
	return a.reason == c.Reason && (a.sign == 0 || a.sign == c.Sign) && (!a.afterClosure || c.AfterClosure) &&
		fits(a.kind, c.Kind) && fits(a.side, c.Side) && fits(a.own, c.OwnStatus)
}

func fits(want, have string) bool { return want == "" || want == have }

func (a *advice) in(language string) Advice {
	return Advice{Label: a.label.in(language), Suggestion: a.suggestion.in(language)}
}

// notDue is a row that is pending because its kind is settled days later; one
// that is pending for the day cut alone stands in the table.
var notDue = advice{
	label:      text{"Not due yet (T+", "未到期（T+"},
	suggestion: text{"Nothing to do before the due date", "到期日前无需处理；到期仍单边则转为单边账"},
}

var bracket = text{")", "）"}

// adviceTable is the whole advice, the first line that fits a case counts. The
// last line of each reason fits whatever its kind. 长款 and 短款 follow the sign
// of the difference, whatever the reason.
var adviceTable = []advice{
	// The provider has it, our books do not.
	{reason: "missing", kind: "payment", sign: +1,
		label: text{"Received, not in our books", "单边账·长款：漏单（掉单）"},
		suggestion: text{"Query the provider; after a person confirms: book the order or refund",
			"渠道已收款，我方无已付订单。先查渠道订单状态与发货；确认后由人补记订单，或原路退款"}},
	{reason: "missing", kind: "refund", sign: -1,
		label: text{"Refunded by provider, not booked", "单边账·短款：渠道已退，我方未记"},
		suggestion: text{"Usually a refund made by hand in the portal: book it, recover from the seller before the next payout",
			"查商户后台手工退款；补记退款，并从该商家待结算款扣回"}},
	{reason: "missing", kind: "chargeback", sign: -1,
		label:      text{"Chargeback not booked", "短款：拒付未入账"},
		suggestion: text{"Register the dispute; mind the evidence deadline", "登记争议，注意举证截止日"}},
	{reason: "missing", kind: "chargeback", sign: +1,
		label:      text{"Chargeback reversal not booked", "长款：拒付转回未入账"},
		suggestion: text{"Close the dispute and book the money that came back", "登记争议结果，补记转回款项"}},
	{reason: "missing", kind: "fee",
		label:      text{"Fee not booked", "渠道手续费未入账"},
		suggestion: text{"Book the fee from the statement", "按渠道对账单补记手续费"}},
	{reason: "missing", kind: "payout",
		label:      text{"Payout not booked", "渠道结算款未入账"},
		suggestion: text{"Check that the money reached the bank, then book it", "核对银行到账后补记"}},
	{reason: "missing", kind: "reserve",
		label:      text{"Reserve movement not booked", "风险预留金变动未入账"},
		suggestion: text{"Book what the provider keeps back or releases", "按渠道对账单补记预留或释放"}},
	{reason: "missing", sign: +1,
		label:      text{"Received, not in our books", "单边账·长款：渠道有我方无"},
		suggestion: text{"Ask the provider what it is; a person books it after confirmation", "向渠道核实款项性质；确认后由人补记"}},
	{reason: "missing", sign: -1,
		label:      text{"Taken by the provider, not in our books", "单边账·短款：渠道已扣，我方未记"},
		suggestion: text{"Ask the provider why it was taken; book it, or object", "向渠道核实扣款原因；属实则补记，否则提出异议"}},
	{reason: "missing",
		label:      text{"Not in our books", "单边账：渠道有我方无"},
		suggestion: text{"Ask the provider what it is; a person books it after confirmation", "向渠道核实款项性质；确认后由人补记"}},

	// Our books have it, the provider does not.
	{reason: "extra", kind: "payment", sign: -1,
		label: text{"Booked as paid, provider has nothing", "单边账·短款：我方已收，渠道无"},
		suggestion: text{"Look at the next file and the other accounts; hold shipment and the seller's credit until clear",
			"查次日账单、其他渠道与商户号；未查清前暂停发货和该笔结算"}},
	{reason: "extra", kind: "refund", sign: +1,
		label: text{"Refund booked, provider has not paid it", "单边账·长款：我方已退，渠道未退"},
		suggestion: text{"Customer may be waiting: query by the same refund number, resubmit with that number",
			"客户可能未收到退款。用原退款单号查询，失败则原号重提"}},
	{reason: "extra", kind: "chargeback",
		label:      text{"Chargeback booked, provider has none", "我方已记拒付，渠道无"},
		suggestion: text{"Look the dispute up at the provider; reverse the booking if there is none", "到渠道核实争议；确无则冲销"}},
	{reason: "extra", kind: "fee",
		label:      text{"Fee booked, provider has not charged it", "我方已记手续费，渠道未收"},
		suggestion: text{"Look at the next statement; reverse the booking if it was a mistake", "查下一期账单；误记则冲销"}},
	{reason: "extra", kind: "payout",
		label:      text{"Payout booked, not on the statement", "我方已记结算款，渠道无"},
		suggestion: text{"Look at the next statement and at the bank account", "查下一期账单与银行流水"}},
	{reason: "extra", sign: +1,
		label:      text{"Booked as spent, not at the provider", "单边账·长款：我方已付，渠道无"},
		suggestion: text{"Look at the next file; reverse the booking if it was a mistake", "查次日账单；误记则冲销"}},
	{reason: "extra", sign: -1,
		label:      text{"Booked as received, not at the provider", "单边账·短款：我方已收，渠道无"},
		suggestion: text{"Look at the next file and the other accounts; reverse the booking if it was a mistake", "查次日账单、其他渠道与商户号；误记则冲销"}},
	{reason: "extra",
		label:      text{"Not at the provider", "单边账：我方有渠道无"},
		suggestion: text{"Look at the next file and the other accounts; reverse the booking if it was a mistake", "查次日账单、其他渠道与商户号；误记则冲销"}},

	// More rows than the other side has, now or in the history.
	{reason: "duplicate", afterClosure: true,
		label: text{"Arrived after a person closed it", "人工了结后又到达"},
		suggestion: text{"Compare with that decision: reopen it, or close this one too",
			"与原处理决定核对：撤销原了结（重新打开），或将本笔一并了结"}},
	{reason: "duplicate", kind: "payment", side: "statement",
		label:      text{"Paid twice", "重复支付"},
		suggestion: text{"Refund the second payment", "核实后退还多付的一笔"}},
	{reason: "duplicate", kind: "refund", side: "statement",
		label:      text{"Refunded twice", "重复退款"},
		suggestion: text{"Recover", "向客户或商家追回"}},
	{reason: "duplicate", side: "statement",
		label:      text{"Twice at the provider", "渠道重复记账"},
		suggestion: text{"Ask the provider to correct it", "提请渠道核实更正"}},
	{reason: "duplicate", side: "ledger",
		label:      text{"Booked twice", "重复入账"},
		suggestion: text{"Reverse the second booking", "冲销多记的一笔"}},
	{reason: "duplicate",
		label:      text{"More rows than the other side", "重复：两边笔数不一致"},
		suggestion: text{"Find the row that is too many; refund or reverse it", "找出多出的一笔，退还或冲销"}},

	{reason: "ambiguous",
		label: text{"Cannot be paired uniquely", "匹配不唯一（需人工勾对）"},
		suggestion: text{"Compare order, time and refund number, then pair by hand with recon breaks match",
			"核对订单号、时间、退款号后人工勾对（recon breaks match）"}},

	// The provider moved the money, our row says it did not.
	{reason: "status", kind: "refund", own: "closed",
		label:      text{"Refunded after we closed the refund", "状态不符：退款单已关闭，渠道已退"},
		suggestion: text{"Set the refund to done; do not refund again", "将退款单改为成功；不得再次退款"}},
	{reason: "status", kind: "refund",
		label:      text{"Refunded, our refund still pending", "状态不符：渠道已退，我方处理中"},
		suggestion: text{"Set the refund to done; do not refund again", "将退款单改为成功；不得再次退款"}},
	{reason: "status", own: "pending",
		label:      text{"Paid, our order still pending", "状态不符：已付未回调"},
		suggestion: text{"Repair the callback", "补发支付结果，不重复发货"}},
	{reason: "status", own: "closed",
		label:      text{"Paid after we closed the order", "状态不符：关单后付款"},
		suggestion: text{"Refund or reopen", "原路退款或恢复订单"}},
	{reason: "status",
		label:      text{"Status differs", "状态不符"},
		suggestion: text{"Query the provider, then correct the status of our row", "查询渠道状态后更正我方状态"}},

	{reason: "currency",
		label:      text{"Currency differs", "币种不符"},
		suggestion: text{"Compare the currency of the order and of the provider's account; correct the side that is wrong", "核对下单币种与渠道账户币种，更正有误的一方"}},

	{reason: "amount", sign: +1,
		label:      text{"Amount differs", "金额不符（长款）"},
		suggestion: text{"Check discount, part refund, price change", "先看优惠、部分退款、改价"}},
	{reason: "amount", sign: -1,
		label:      text{"Amount differs", "金额不符（短款）"},
		suggestion: text{"Check discount, part refund, price change", "先看优惠、部分退款、改价"}},
	{reason: "amount",
		label:      text{"Amount differs", "金额不符"},
		suggestion: text{"Check discount, part refund, price change", "先看优惠、部分退款、改价"}},

	{reason: "fee",
		label:      text{"Fee differs", "手续费不符"},
		suggestion: text{"Compare with the fee plan and its dates; claim back what was charged too much", "核对费率方案与生效日；多收部分向渠道申请退还"}},

	{reason: "pending",
		label:      text{"Not due yet", "存疑（待次日核对）"},
		suggestion: text{"Nothing to do: the next statement decides", "无需处理；以次日账单为准"}},
}

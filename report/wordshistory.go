package report

// historyWords are the words of what happened to a break, and of the rules of
// matching by the reason they give.
var historyWords = map[string]text{
	"event.open":    {"open as: %s", "列为：%s"},
	"event.note":    {"note", "备注"},
	"event.assign":  {"assigned to %1", "分派给 %1"},
	"event.closure": {"%1, in effect from %2", "%1，自 %2 起生效"},
	"event.by":      {"%1, by %2", "%1（%2）"},
	"event.colon":   {": ", "："},

	"rule.duplicate": {"(d) more rows than the other side has for the key, now or in the last 40 days", "(d) 同一键值在本方的笔数多于对方（含近 40 天）"},
	"rule.ambiguous": {"(e) rows left on both sides of one key, none better than another", "(e) 同一键值双方各有剩余，无法区分优先"},
	"rule.status":    {"one-sided, and an own row of the same key is pending or closed", "单边，且我方同一键值的记录为待支付或已关闭"},
	"rule.currency":  {"(c) one row left on each side of the key, in other currencies", "(c) 双方各剩一笔，币种不同"},
	"rule.amount":    {"(c) one row left on each side of the key, amounts apart by more than the tolerance", "(c) 双方各剩一笔，金额相差超过容差"},
	"rule.fee":       {"matched, and the fee differs from the plan", "已勾对，手续费与方案不符"},
	"rule.pending":   {"one-sided and not due yet", "单边，尚未到期"},
	"rule.missing":   {"one-sided: in the statement, not in the own books, and due", "单边：账单有、我方无，已到期"},
	"rule.extra":     {"one-sided: in the own books, not in the statement, and due", "单边：我方有、账单无，已到期"},
}

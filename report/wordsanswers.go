package report

// answerWords are the words of the questions that the page answers, in its order.
var answerWords = map[string]text{
	"comma": {", ", "、"},

	"rely":           {"Can I rely on this?", "能否依据本报告"},
	"rely.account":   {"Account", "对账账户"},
	"rely.statement": {"Statement", "渠道账单"},
	"rely.ledger":    {"Own export", "我方导出"},

	"agree":         {"Does the money agree?", "账是否对平"},
	"agree.sides":   {"Statement / own books", "渠道 / 我方"},
	"agree.other":   {"By nature, tolerance, people", "性质、容差、人工"},
	"agree.closing": {"Open difference", "未平差额"},
	"agree.matched": {"Matched: money / rows", "对平：金额 / 笔数"},

	"act":         {"Needs a person today", "今日需处理"},
	"act.new":     {"New, and needs a person today", "新增，今日需处理"},
	"act.more":    {"and %s more kinds below", "其余 %s 类见下文"},
	"act.none":    {"Nothing new.", "无新增差异。"},
	"act.carried": {"Carried forward, apart from these:", "另有上日结转："},

	"hurt":         {"Which customers are hurt?", "哪些客户受影响"},
	"hurt.case":    {"What happened", "情形"},
	"hurt.longest": {"Longest wait", "最长等待"},
	"hurt.file":    {"For customer service, case by case:", "客服逐笔清单："},

	"loss":          {"Where may we lose money?", "哪里可能亏钱（短款）"},
	"loss.evidence": {"Mind the deadline for evidence; the statement does not give it.", "注意举证截止日；渠道对账单未提供该日期。"},
	"loss.nature":   {"in the statement's total", "已计入渠道合计"},
	"loss.open":     {"open break", "未平差异"},
	"loss.paid":     {"Sellers are credited already", "商家已结算"},
	"loss.credit":   {"Credited", "已计入结算"},

	"overdue":       {"What is overdue, and whose is it?", "逾期未平及负责人"},
	"overdue.money": {"Money, over and short added up", "金额（长短款绝对值合计）"},
	"overdue.said":  {"Said to be solved, not confirmed by a file", "称已处理，尚未由账单确认"},
	"overdue.word":  {"Decision", "处理决定"},
	"overdue.from":  {"In effect from", "生效日"},
	"overdue.note":  {"a note only", "仅备注"},

	"pending":      {"Is pending behaving?", "存疑与未到期是否正常"},
	"pending.flow": {"%s carried in + %s new − %s cleared − %s turned bad = %s not due yet", "上日结转 %s ＋ 新增 %s － 已对平 %s － 转为差异 %s ＝ 未到期 %s"},

	"cash":          {"Is the cash there?", "资金是否到位"},
	"cash.ours":     {"Our payouts that are not at a good end", "我方出款中尚未了结的"},
	"cash.period":   {"Period", "账期"},
	"cash.unsent":   {"Payment files made, not recorded as sent", "付款文件已生成，未登记上传"},
	"cash.quiet":    {"All of our payouts are paid or cancelled.", "我方出款均已付或已撤销。"},
	"cash.provider": {"%s paid out to the bank: %s, %s", "%s 渠道提现 / 结算到银行：%s，%s"},
	"cash.bank":     {"No bank statement is read yet: what providers pay out is not compared with the bank.", "尚未读取银行流水：渠道结算到银行的款项未与银行核对。"},

	"cost":         {"What does it cost, and is anything odd?", "成本与异常"},
	"cost.fee":     {"Fees", "手续费"},
	"cost.rate":    {"of payments", "占收款"},
	"cost.volume":  {"Payments", "收款"},
	"cost.usual":   {"Against the usual weekday", "较平常同一星期日"},
	"cost.refunds": {"Refund rate", "退款率"},
	"cost.count":   {"rows: %s", "%s 笔"},
	"cost.median":  {"usual %s (%s weeks)", "平常 %s（%s 周）"},
	"cost.young":   {"not known yet", "历史不足四周"},
	"cost.unknown": {"not given", "账单未列"},
	"cost.off":     {"Fees not checked, as there is no fee plan: %s.", "手续费未核对（未配置费率方案）：%s。"},

	"behind":        {"What changed?", "有哪些变动"},
	"behind.rules":  {"rules are not those of %s: %s", "规则与 %s 不同：%s"},
	"behind.engine": {"made by another version of the program; the day before by %s", "程序版本有变；前一日为 %s"},
	"behind.closed": {"%s closed by hand: %s, by %s", "人工了结 %s：%s（%s）"},

	"trend":         {"The last 30 days", "近 30 天走势"},
	"trend.span":    {"%s to %s.", "%s 至 %s。"},
	"trend.holes":   {"Not reconciled, marked red: %s days.", "未完成对账（红色标记）：%s 天。"},
	"trend.whole":   {"Every day is reconciled.", "每日均已对账。"},
	"trend.hole":    {"not reconciled", "未完成"},
	"trend.open":    {"Open breaks", "未平笔数"},
	"trend.money":   {"Open money, %s", "未平金额 %s"},
	"trend.says":    {"now %s, at most %s", "当前 %s，最高 %s"},
	"trend.table":   {"The figures day by day", "逐日数据"},
	"trend.matched": {"Money matched", "金额对平"},
	"trend.sum":     {"Open money", "未平金额"},

	"filter":         {"Filter: order, number, owner …", "筛选：订单号、流水号、负责人……"},
	"filter.label":   {"Filter the open breaks", "筛选未平差异"},
	"filter.reason":  {"All reasons", "全部原因"},
	"filter.account": {"All accounts", "全部账户"},
	"filter.shown":   {"# shown", "显示 # 笔"},
}

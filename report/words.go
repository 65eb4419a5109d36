package report

import "maps"

// The languages of reports.
const (
	English = "en"
	Chinese = "zh-CN"
)

// text is one thing said in each language.
type text struct{ en, zh string }

func (t text) in(language string) string {
	if language == Chinese {
		return t.zh
	}
	return t.en
}

// Word is the label of a code or a column in a language; a code without a
// label stands for itself. Codes of one list carry its name: state.done,
// reason.missing, kind.refund, decision.suspense, gate.passed.
func Word(language, key string) string {
	if t, ok := words[key]; ok {
		return t.in(language)
	}
	return key
}

// code is the label of a code of a list, or the bare code.
func code(language, list, name string) string {
	if t, ok := words[list+"."+name]; ok {
		return t.in(language)
	}
	return name
}

// words is the catalogue of everything but advice.
var words = catalogue(
	codeWords,
	customerWords,
	monthWords,
	pageWords,
	answerWords,
	sheetWords,
	settleCodeWords,
	skipWords,
	settlePageWords,
	settleTextWords,
	serveWords,
	historyWords,
	mailWords,
)

func catalogue(parts ...map[string]text) map[string]text {
	all := map[string]text{}
	for _, p := range parts {
		maps.Copy(all, p)
	}
	return all
}

// codeWords are the labels of codes, under the name of their list.
var codeWords = map[string]text{
	"state.done":      {"Reconciled", "已对账"},
	"state.current":   {"Reconciled, unchanged", "已对账（无变化）"},
	"state.clean":     {"Reconciled", "对平"},
	"state.open":      {"Reconciled, %s open", "已对账，未平 %s 笔"},
	"state.brief":     {"%s open", "未平 %s"},
	"state.not_ready": {"Not ready", "文件未到"},
	"state.refused":   {"Refused", "文件校验未通过"},
	"state.suspect":   {"Suspect", "数据可疑"},
	"state.blocked":   {"Blocked", "等待前一日"},
	"state.failed":    {"File late", "文件逾时"},

	"alert.not_ready": {"a file is not here yet", "账单或导出文件未到"},
	"alert.refused":   {"a file was refused", "文件校验未通过"},
	"alert.suspect":   {"the files do not look complete, nothing is published", "数据疑似不完整，未发布结果"},
	"alert.blocked":   {"an earlier day is not reconciled", "前一日尚未对账"},
	"alert.failed":    {"a file is late", "文件逾时未到"},

	"who.not_ready":  {"nobody yet; if the file is late, whoever fetches it", "暂无需处理；逾时由负责取账单的人跟进"},
	"who.refused":    {"the owner of the file: get it again from its source", "文件负责人：向来源重新取文件"},
	"who.suspect":    {"the owner of the own export; then finance accepts the day or runs it again", "我方导出负责人核查；再由财务确认放行或重跑"},
	"who.blocked":    {"whoever acts for the earlier day", "处理前一日问题的人"},
	"who.failed":     {"whoever fetches the file: ask the provider, or the owner of the export, for it", "取文件的人：向渠道或导出负责人催取"},
	"next.not_ready": {"the next scheduled run", "下次定时运行"},
	"next.refused":   {"the next run after the file is replaced", "更换文件后的下次运行"},
	"next.suspect":   {"the next run after the export is replaced, or accepted by name", "更换导出或具名放行后的下次运行"},
	"next.blocked":   {"by itself, once the earlier day is reconciled", "前一日对平后自动继续"},
	"next.failed":    {"the next scheduled run after the file is here", "文件到位后的下次定时运行"},

	"reason.matched":   {"Matched", "对平"},
	"reason.repeated":  {"Own rows sent again, unchanged", "我方重复导出（无变化）"},
	"reason.duplicate": {"Paid, booked or refunded twice", "重复支付 / 重复入账 / 重复退款"},
	"reason.ambiguous": {"Cannot be paired uniquely", "匹配不唯一（需人工勾对）"},
	"reason.status":    {"Paid, our order pending or closed", "已付未回调 / 关单后付款"},
	"reason.currency":  {"Currency differs", "币种不符"},
	"reason.amount":    {"Amount differs", "金额不符"},
	"reason.fee":       {"Fee differs", "手续费不符"},
	"reason.pending":   {"Not due yet", "存疑（待次日核对）/ 未到期"},
	"reason.missing":   {"Not in our books", "渠道有我方无"},
	"reason.extra":     {"Not at the provider", "我方有渠道无"},
	"reason.closed":    {"Earlier breaks closed", "已平的往日差异"},

	"kind.payment":    {"payment", "支付"},
	"kind.refund":     {"refund", "退款"},
	"kind.fee":        {"fee", "手续费"},
	"kind.chargeback": {"chargeback", "拒付"},
	"kind.adjustment": {"adjustment", "调账"},
	"kind.transfer":   {"transfer", "转账"},
	"kind.payout":     {"payout", "提现 / 结算到银行"},
	"kind.reserve":    {"reserve", "风险预留金"},
	"kind.other":      {"other", "其他"},

	"side.statement": {"statement", "渠道对账单"},
	"side.ledger":    {"own export", "我方账"},
	"own.pending":    {"our row is pending", "我方待支付"},
	"own.closed":     {"our row is closed", "我方已关闭"},

	"gate.passed":   {"passed", "通过"},
	"gate.accepted": {"accepted by a person", "人工放行"},
	"gate.refused":  {"refused", "未通过"},
	"gate.missing":  {"no file", "无文件"},

	"decision.booked":             {"booked", "已补记"},
	"decision.refunded":           {"refunded", "已退款"},
	"decision.reversed":           {"reversed", "已冲销"},
	"decision.recovered":          {"recovered", "已追回"},
	"decision.wrong_account":      {"belongs to another account", "串户（属其他渠道或商户号）"},
	"decision.provider_corrected": {"corrected by the provider", "渠道已更正"},
	"decision.suspense":           {"booked to suspense", "挂账"},
	"decision.written_off":        {"written off", "差异核销"},
	"decision.manual_match":       {"matched by hand", "人工勾对"},
	"decision.reopen":             {"reopened", "重新打开"},

	"change.added":   {"new", "新增"},
	"change.changed": {"changed", "有变更"},
	"change.removed": {"gone", "已撤除"},

	"over":  {"over", "长款"},
	"short": {"short", "短款"},

	"proof.opening":          {"Open difference, carried in", "上日结转未平差额"},
	"proof.statement":        {"+ Statement total", "＋ 渠道对账单合计"},
	"proof.by_nature":        {"− Not in our books by nature", "－ 按性质不入我方账"},
	"proof.ledger":           {"− Own books total", "－ 我方账合计"},
	"proof.tolerance":        {"− Differences within tolerance", "－ 容差内差额"},
	"proof.closed_by_people": {"− Closed by people", "－ 人工了结"},
	"proof.closing":          {"= Open difference, carried out", "＝ 结转下日未平差额"},
	"proof.check":            {"Unexplained", "未解释差额"},
}

package report

// skipReasons are the reasons why a payee is not paid, in the order in which
// they are looked for.
var skipReasons = []string{"currency", "frozen", "kyc", "destination", "country", "open_break", "negative", "zero", "minimum", "review"}

// quietReasons need nobody: they are counted and not listed.
var quietReasons = map[string]bool{"zero": true, "minimum": true}

// skipWords say of each reason what it is called (skip), what it means (cause)
// and what to do (cure), and what the payee reads on the statement (tell).
var skipWords = map[string]text{
	"skip.currency":    {"Currency without account", "币种与账户不符"},
	"skip.frozen":      {"Frozen", "已冻结"},
	"skip.kyc":         {"Not verified", "资质或实名未完成"},
	"skip.destination": {"Account missing or wrong", "收款账户未验证或有误"},
	"skip.country":     {"Country not served", "国家不支持"},
	"skip.open_break":  {"Open breaks", "存在未平差异"},
	"skip.negative":    {"Balance below zero", "余额为负（商家欠款）"},
	"skip.zero":        {"Balance is zero", "余额为零"},
	"skip.minimum":     {"Below the minimum", "未达起付额，结转下期"},
	"skip.review":      {"In review", "待复核"},

	"cause.currency":    {"There is a balance in a currency that the payee has no account for, or that has no minimum in the rules.", "余额的币种没有对应的收款账户，或规则未设该币种的起付额。"},
	"cause.frozen":      {"The payee file says that payouts to the payee are stopped.", "商家资料标明已停止出款。"},
	"cause.kyc":         {"The payee file says that the payee is not verified.", "商家资料显示资质或实名认证未完成。"},
	"cause.destination": {"The account is missing, is not valid, was changed lately, or was refused by the bank before.", "收款账户缺失、校验不通过、刚变更尚在冷却期，或曾被银行拒收。"},
	"cause.country":     {"The payee's country is not among those that are paid to.", "商家所在国家不在可出款范围。"},
	"cause.open_break":  {"What is held for open breaks leaves too little to pay.", "未平差异暂缓的款项使可付余额不足。"},
	"cause.negative":    {"Refunds and fees are more than sales: the payee owes money.", "退款与费用大于销售收入，商家欠款。"},
	"cause.zero":        {"There is nothing to pay.", "没有可付款项。"},
	"cause.minimum":     {"The balance is smaller than the smallest payout. It is carried over.", "余额未达起付额，结转下期。"},
	"cause.review":      {"The payout is made and reserved, but goes into no file before somebody decides.", "出款已生成并冻结，经人决定前不进入任何付款文件。"},

	"cure.currency":    {"Ask the payee for an account in this currency, or set a minimum for it.", "请商家补充该币种收款账户，或在规则中设置起付额。"},
	"cure.frozen":      {"Whoever froze the payee decides. After that the money goes with the next batch, or with a supplement.", "由冻结决定人处理；解冻后随下批或补付批次付出。"},
	"cure.kyc":         {"Finish the verification. After that the money goes with the next batch, or with a supplement.", "完成认证后随下批或补付批次付出。"},
	"cure.destination": {"Get the right account from the payee; the file of payees must say it.", "向商家取得正确账户并更新商家资料。"},
	"cure.country":     {"Check the country in the payee file; compliance decides on new countries.", "核对商家资料中的国家；新增国家由合规决定。"},
	"cure.open_break":  {"Close the breaks (recon breaks). The next batch releases the money by itself.", "了结差异（recon breaks）后，下批自动放行。"},
	"cure.negative":    {"Later sales are set off first. Collect from payees who sell no more.", "先以后续销售抵扣；不再销售的商家另行追收。"},
	"cure.zero":        {"Nothing.", "无需处理。"},
	"cure.minimum":     {"Nothing: it is paid once the balance reaches the minimum.", "无需处理，余额达到起付额后支付。"},
	"cure.review":      {"Look at the reason, then approve or refuse the payout.", "核对原因后逐笔放行或拒绝。"},

	"tell.currency":    {"We have no account of yours in this currency. Please add one; the balance stays yours.", "您尚未登记该币种的收款账户，请补充；余额保留。"},
	"tell.frozen":      {"Payouts to you are stopped at present. Please contact support.", "您的出款目前已暂停，请联系客服。"},
	"tell.kyc":         {"Your verification is not complete. Please finish it in your account; the balance stays yours.", "您的资质或实名认证未完成，请在后台完成；余额保留。"},
	"tell.destination": {"The account for your payouts is missing, wrong, or was changed lately. Please check it; the balance stays yours.", "您的收款账户缺失、有误或刚变更，请核对；余额保留。"},
	"tell.country":     {"We cannot pay to your country at present. Please contact support.", "目前无法向您所在国家出款，请联系客服。"},
	"tell.open_break":  {"Some of your orders are still being checked with the payment provider. The money is released when that is done.", "部分订单仍在与支付渠道核对，核对完成后放行。"},
	"tell.negative":    {"Refunds and fees are more than your sales. The difference is set off against later sales.", "退款与费用大于销售收入，差额从后续销售中抵扣。"},
	"tell.zero":        {"There is nothing to pay for this period.", "本期无款可付。"},
	"tell.minimum":     {"The balance is smaller than the smallest payout. It is carried over to the next period.", "余额未达起付额，结转下期。"},
	"tell.review":      {"Your payout is being checked. It is sent when that is done.", "您的出款正在核对，核对完成后付出。"},
	"tell.hold":        {"This order is still being checked with the payment provider. Once it is clear, the next payout includes it by itself.", "该订单仍在与支付渠道核对，核对清楚后自动计入下次出款。"},

	"held.duplicate":    {"the payment is there more than once", "付款重复，待核实"},
	"held.ambiguous":    {"several payments look alike", "多笔付款无法区分，待核实"},
	"held.status":       {"the order is not marked as paid", "订单状态与付款不符，待核实"},
	"held.currency":     {"paid in another currency", "付款币种不符，待核实"},
	"held.amount":       {"the amount paid is not that of the order", "付款金额与订单不符，待核实"},
	"held.missing":      {"the payment is not in our books yet", "付款尚未入账，待核实"},
	"held.extra":        {"the provider has not confirmed the payment", "支付渠道尚未确认付款"},
	"held.unreconciled": {"the provider's statement is not checked yet", "渠道账单尚未核对"},
}

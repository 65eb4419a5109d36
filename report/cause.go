package report

import "regexp"

// causesInChinese are the parts of causes that finance has to understand. The
// engine words its causes in English; faults, which name the cell of a file and
// are for whoever made it, stay so.
var causesInChinese = []struct {
	part    *regexp.Regexp
	chinese string
}{
	{regexp.MustCompile(`^(.+): no file for (\S+), wanted (.+): expected from (.+)$`), "${1}：未见 ${2} 的文件（应为 ${3}），预计 ${4} 起到达"},
	{regexp.MustCompile(`^(.+): no file for (\S+), wanted (.+): late since (.+); ask the provider or the exporting system for it, then run again$`),
		"${1}：未见 ${2} 的文件（应为 ${3}），已逾应到时间 ${4}；请向渠道或导出系统催取后重跑"},
	{regexp.MustCompile(`^the own exports look incomplete: (\d+) of (\d+) statement rows \((\d+ %), (.+?)\) are not in our books`), "我方导出疑似不完整：渠道 ${2} 笔中有 ${1} 笔（${3}，${4}）我方账上没有"},
	{regexp.MustCompile(`^the statement looks incomplete: (\d+) of (\d+) own rows \((\d+ %), (.+?)\) are not at the provider`), "渠道账单疑似不完整：我方 ${2} 笔中有 ${1} 笔（${3}，${4}）渠道没有"},
	{regexp.MustCompile(`, most of them between (\d\d:\d\d) and (\d\d:\d\d)`), "，集中在 ${1} 至 ${2}"},
	{regexp.MustCompile(`, spread over the whole day`), "，全天均有"},
	{regexp.MustCompile(`; correct it and run again, or --accept-unusual (\S+) --by WHO --why TEXT$`), "；请更正后重跑，确属特殊日则以 --accept-unusual ${1} --by 姓名 --why 原因 放行"},
	{regexp.MustCompile(`^(\S+) is reconciled through (\S+): run (\S+) first \(--until (\S+) does every day in order\), or leave it out with --allow-gap$`),
		"${1} 已对至 ${2}：请先对 ${3}（--until ${4} 按序补齐），或以 --allow-gap 跳过"},
}

// causeText is a cause in the language of the report.
func causeText(language, cause string) string {
	if language != Chinese {
		return cause
	}
	for _, c := range causesInChinese {
		cause = c.part.ReplaceAllString(cause, c.chinese)
	}
	return cause
}

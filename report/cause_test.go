package report

import "testing"

// What stops a day for a reason that is not a cell of a file is said in Chinese
// to those who read Chinese; the scripts of the commands hold the engine's words to it.
func TestCausesInChinese(t *testing.T) {
	for cause, want := range map[string]string{
		"inbox/w: no file for 2026-08-13, wanted *20260813*.csv: expected from 2026-08-14 10:00 CST":                                                                                                                            "inbox/w：未见 2026-08-13 的文件（应为 *20260813*.csv），预计 2026-08-14 10:00 CST 起到达",
		"inbox/w: no file for 2026-08-13, wanted *20260813*.csv: late since 2026-08-14 10:00 CST; ask the provider or the exporting system for it, then run again":                                                              "inbox/w：未见 2026-08-13 的文件（应为 *20260813*.csv），已逾应到时间 2026-08-14 10:00 CST；请向渠道或导出系统催取后重跑",
		"the own exports look incomplete: 151 of 300 statement rows (50 %, 168078.87 CNY) are not in our books, most of them between 18:00 and 24:00; correct it and run again, or --accept-unusual alipay --by WHO --why TEXT": "我方导出疑似不完整：渠道 300 笔中有 151 笔（50 %，168078.87 CNY）我方账上没有，集中在 18:00 至 24:00；请更正后重跑，确属特殊日则以 --accept-unusual alipay --by 姓名 --why 原因 放行",
		"the statement looks incomplete: 1 of 2 own rows (50 %, 1.00 EUR, 2.00 CNY) are not at the provider, spread over the whole day":                                                                                         "渠道账单疑似不完整：我方 2 笔中有 1 笔（50 %，1.00 EUR, 2.00 CNY）渠道没有，全天均有",
		"alipay is reconciled through 2026-08-13: run 2026-08-14 first (--until 2026-08-15 does every day in order), or leave it out with --allow-gap":                                                                          "alipay 已对至 2026-08-13：请先对 2026-08-14（--until 2026-08-15 按序补齐），或以 --allow-gap 跳过",
	} {
		if got := causeText(Chinese, cause); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", cause, got, want)
		}
		if got := causeText(English, cause); got != cause {
			t.Errorf("changed in English: %s", got)
		}
	}
}

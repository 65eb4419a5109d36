package wechatpay

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"recon/internal/golden"
)

const folder = "../../fixtures/wechatpay"

const (
	allHeader    = "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注"
	legacyHeader = "交易时间,公众账号ID,商户号,子商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,总金额,代金券或立减优惠金额,微信退款单号,商户退款单号,退款金额,代金券或立减优惠退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率"
	allTotals    = "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额"
	legacyTotals = "总交易单数,总交易额,总退款金额,总代金券或立减优惠退款金额,手续费总金额"
)

var allRows = []string{
	"`2026-08-15 09:10:11,`wx00000000000000aa,`1900000001,`0,`,`4200000000202608150000000001,`W20260815001,`oA1,`JSAPI,`SUCCESS,`OTHERS,`CNY,`60.00,`0.00,`0,`0,`0.00,`0.00,`,`,`茶叶\\ 绿,`a`b,`0.36000,`0.60%,`60.00,`0.00,`",
	"`2026-08-15 08:00:00,`wx00000000000000aa,`1900000001,`0,`,`4200000000202608150000000002,`W20260815002,`oA2,`NATIVE,`SUCCESS,`ICBC_DEBIT,`CNY,`90.00,`10.00,`0,`0,`0.00,`0.00,`,`,`免充值券，旧账单,有逗号,`,`0.54000,`0.60%,`100.00,`0.00,`",
	"`2026-08-15 12:00:00,`wx00000000000000aa,`1900000001,`0,`,`4200000000202608150000000003,`W20260815003,`oA3,`MICROPAY,`SUCCESS,`CFT,`CNY,`7.00,`0.00,`0,`0,`0.00,`0.00,`,`,`撤销的付款码,`,`0.04000,`0.60%,`7.00,`0.00,`",
	"`2026-08-15 12:01:00,`wx00000000000000aa,`1900000001,`0,`,`4200000000202608150000000003,`W20260815003,`oA3,`MICROPAY,`REVOKED,`CFT,`CNY,`0.00,`0.00,`50300000002026081500000000003,`0,`7.00,`0.00,`ORIGINAL,`SUCCESS,`撤销的付款码,`,`-0.04000,`0.60%,`0.00,`7.00,`",
	"`2026-08-15 15:30:00,`wx00000000000000aa,`1900000001,`0,`,`4200000000202608150000000002,`W20260815002,`oA2,`NATIVE,`REFUND,`ICBC_DEBIT,`CNY,`0.00,`0.00,`50300000002026081500000000002,`WR20260815002,`45.00,`0.00,`ORIGINAL,`PROCESSING,`免充值券,`,`-0.27000,`0.60%,`0.00,`50.00,`",
	"`2026-08-10 20:00:00,`wx00000000000000aa,`1900000001,`0,`,`4200000000202608100000000009,`W20260810009,`oA9,`JSAPI,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`50300000002026081500000000009,`WR20260815009,`20.00,`0.00,`ORIGINAL,`SUCCESS,`前日订单,`,`0.00000,`0.60%,`0.00,`20.00,`",
}

const allSums = "`6,`157.00,`72.00,`0.00,`0.63000,`167.00,`77.00"

func lines(list ...string) []byte {
	return []byte("\ufeff" + strings.Join(list, "\r\n") + "\r\n")
}

func all(header string, rows []string, names, sums string) []byte {
	return lines(slices.Concat([]string{header}, rows, []string{names, sums})...)
}

// pick takes the cells that header has of rows of the full bill.
func pick(header string, rows []string) (list []string) {
	names := strings.Split(allHeader, ",")
	for _, row := range rows {
		cells := strings.Split(strings.TrimPrefix(row, "`"), ",`")
		var picked []string
		for _, name := range strings.Split(header, ",") {
			i := slices.Index(names, name)
			if i < 0 {
				i = slices.Index(names, map[string]string{"子商户号": "特约商户号", "总金额": "订单金额", "代金券或立减优惠金额": "代金券金额", "代金券或立减优惠退款金额": "充值券退款金额", "退款申请时间": "交易时间", "退款成功时间": "退款类型"}[name])
			}
			picked = append(picked, cells[i])
		}
		list = append(list, "`"+strings.Join(picked, ",`"))
	}
	return list
}

func zipped(t *testing.T, content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func save(t *testing.T, name string, content []byte) {
	if !golden.Update() {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
		return
	}
	if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFixtures(t *testing.T) {
	whole := all(allHeader, allRows, allTotals, allSums)
	save(t, "tradebill.csv", whole)
	save(t, "tradebill.csv.gz", zipped(t, whole))
	reversed := strings.Split(allHeader, ",")
	slices.Reverse(reversed)
	save(t, "tradebill_reordered.csv", all(strings.Join(reversed, ","), pick(strings.Join(reversed, ","), allRows), allTotals, allSums))
	save(t, "tradebill_legacy.csv", bytes.TrimPrefix(all(legacyHeader, pick(legacyHeader, []string{allRows[0], allRows[5]}), legacyTotals, "`2,`60.00,`20.00,`0.00,`0.36000"), []byte("\ufeff")))
	success := "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,商品名称,商户数据包,手续费,费率,订单金额,费率备注"
	save(t, "tradebill_success.csv", all(success, pick(success, allRows[:3]), "总交易单数,应结订单总金额,手续费总金额,订单总金额", "`3,`157.00,`0.94000,`167.00"))
	refund := strings.Replace(strings.Replace(allHeader, "微信退款单号", "退款申请时间,退款成功时间,微信退款单号", 1), "代金券金额,", "代金券金额,", 1)
	save(t, "tradebill_refund.csv", all(refund, pick(refund, allRows[3:5]), allTotals, "`2,`0.00,`52.00,`0.00,`-0.31000,`0.00,`57.00"))
	save(t, "tradebill_empty.csv", all(allHeader, nil, allTotals, "`0,`0.00,`0.00,`0.00,`0.00000,`0.00,`0.00"))
	bad(t)
	badRows(t)
}

func bad(t *testing.T) {
	whole := string(all(allHeader, allRows, allTotals, allSums))
	with := func(name, old, new string) {
		save(t, "bad_"+name+".csv", []byte(strings.Replace(whole, old, new, 1)))
	}
	with("cent", "`157.00", "`157.01")
	with("count", "`6,`157", "`7,`157")
	with("fee_total", "0.63000", "0.63001")
	with("total_cells", ",`77.00", "")
	with("total_name", "申请退款总金额", "申请退款合计")
	with("column", "手续费,", "费用,")
	with("column_twice", "费率备注", "商户号")
	with("changed", "\n`2026-08-15 12:01", "\n2026-08-15 12:01")
	save(t, "bad_truncated.csv", lines(append([]string{allHeader}, allRows...)...))
	save(t, "bad_half_totals.csv", lines(allHeader, allRows[0], allTotals))
	save(t, "bad_after_totals.csv", lines(allHeader, allRows[0], allTotals, "`1,`60.00,`0.00,`0.00,`0.36000,`60.00,`0.00", allRows[1]))
	save(t, "bad_account.csv", []byte(strings.ReplaceAll(whole, "`1900000001", "`1900000002")))
	save(t, "bad_day.csv", []byte(strings.ReplaceAll(whole, "2026-08-15", "2026-08-16")))
	save(t, "bad_bytes.csv", bytes.Replace([]byte(whole), []byte("W20260815001"), []byte("W2026081\xd2\xd7"), 1))
	save(t, "no_bill.xml", []byte("<xml><return_code><![CDATA[FAIL]]></return_code>\n<return_msg><![CDATA[No Bill Exist]]></return_msg>\n<error_code><![CDATA[20002]]></error_code>\n</xml>"))
	save(t, "no_statement.json", []byte(`{"code":"NO_STATEMENT_EXIST","message":"请求的账单文件不存在"}`))
	save(t, "bad_message.json", []byte(`{"code":"SIGN_ERROR","message":"签名错误"}`))
	packed := zipped(t, []byte(whole))
	save(t, "bad_cut.csv.gz", packed[:len(packed)-20])
}

// badRows is a file with every fault that a row can have.
func badRows(t *testing.T) {
	change := func(row int, old, new string) string { return strings.Replace(allRows[row], old, new, 1) }
	save(t, "bad_rows.csv", all(allHeader, []string{
		change(0, "SUCCESS", "USERPAYING"),
		change(0, "0.36000", "0.36100"),
		change(0, "0.36000", ""),
		change(0, "`60.00", "`6,0.00"),
		change(0, "2026-08-15 09:10:11", "2026-8-15 9:10"),
		change(0, "`0.60%,", ""),
		change(0, "CNY", "人民币"),
		change(0, "1900000001", "1900000002"),
		change(0, "4200000000202608150000000001", ""),
		change(0, "W20260815001", "W\ufffd"),
		change(4, "50300000002026081500000000002", "0"),
		change(4, "`50.00", "`-50.00"),
	}, allTotals, allSums))
}

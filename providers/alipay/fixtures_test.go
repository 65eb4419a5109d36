package alipay

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recon/internal/golden"
)

const (
	folder  = "../../fixtures/alipay"
	account = "20889999888877770156"
	detail  = account + "_20260815_业务明细.csv"
	sums    = account + "_20260815_业务明细(汇总).csv"
)

const header = "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注"

// A → stands for the tab after a cell.
var rows = []string{
	"2026081522001400000000000001→,S20260815-001→,交易→,棉布围裙，蓝,2026-08-15 08:59:58,2026-08-15 09:00:03,→,→,→,→,*云(137****2201)→,128.00,128.00,0.00,0.00,0.00,0.00,0.00,,0.00→,0.00,→,-0.77,0.00,",
	"2026081522001400000000000002→,S20260815-002→,交易→,陶杯两只,2026-08-15 09:30:00,2026-08-15 09:30:09,N01→,北区店→,→,→,**(ta***@example.com)→,80.00,72.00,3.00,0.00,0.00,8.00,0.00,满80减8,0.00→,0.00,→,-0.43,-1.00,",
	"2026081522001400000000000001→,S20260815-001→,退款→,棉布围裙，蓝,2026-08-15 08:59:58,2026-08-15 11:20:00,→,→,→,→,*云(137****2201)→,-28.00,-28.00,0.00,0.00,0.00,0.00,0.00,,0.00→,0.00,R0815-001-1→,0.00,0.00,少发一件",
	"2026081522001400000000000001→,S20260815-001→,退款→,棉布围裙，蓝,2026-08-15 08:59:58,2026-08-15 16:45:10,→,→,→,→,*云(137****2201)→,-28.00,-28.00,0.00,0.00,0.00,0.00,0.00,,0.00→,0.00,R0815-001-2→,0.00,0.00,",
	"2026081222001400000000000077→,S20260812-077→,退款→,前日订单,2026-08-12 21:08:00,2026-08-15 00:00:00,→,→,→,→,*南(136****0077)→,-19.90,-19.90,0.00,0.00,0.00,0.00,0.00,,0.00→,0.00,S20260812-077→,0.12,0.00,全额退款",
	"2026081522001400000000000003→,S20260815-003→,交易→,生僻字𠀀㐂,2026-08-15 23:59:40,2026-08-15 23:59:59,→,→,→,→,**昉(135****0303)→,0.01,0.01,0.00,0.00,0.00,0.00,0.00,,0.00→,0.00,→,0.00,0.00,",
}

var totals = []string{
	"#交易合计：3笔，商家实收共200.01元，商家优惠共8.00元",
	"#退款合计：3笔，商家实收退款共-75.90元，商家优惠退款共0.00元",
}

// file is a detail in its parts, so that a fixture can change one.
type file struct {
	preamble, rows, trailer []string
	header                  string
}

func bill() file {
	return file{
		preamble: []string{
			"#支付宝业务明细查询", "#账号：[" + account + "]", "#起始日期：[2026年08月15日 00:00:00]   终止日期：[2026年08月16日 00:00:00]",
			"#-----------------------------------------业务明细列表----------------------------------------",
		},
		header:  header,
		rows:    rows,
		trailer: append(append([]string{"#-----------------------------------------业务明细列表结束------------------------------------"}, totals...), "#导出时间：[2026年08月16日 05:46:49]"),
	}
}

func (f file) text() string {
	lines := append(append(append([]string{}, f.preamble...), f.header), f.rows...)
	return strings.ReplaceAll(strings.Join(append(lines, f.trailer...), "\r\n"), "→", "\t") + "\r\n"
}

const summary = `#支付宝业务汇总查询
#账号：[20889999888877770156]
#起始日期：[2026年08月15日 00:00:00]   终止日期：[2026年08月16日 00:00:00]
#-----------------------------------------业务汇总列表----------------------------------------
门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,商家实收（元）,支付宝优惠（元）,商家优惠（元）,卡消费金额（元）,服务费（元）,分润（元）,实收净额（元）
→,→,2,3,52.11,52.11,0.00,0.00,0.00,-0.65,0.00,51.46
N01→,北区店→,1,0,80.00,72.00,0.00,8.00,0.00,-0.43,-1.00,70.57
合计→,→,3,3,132.11,124.11,0.00,8.00,0.00,-1.08,-1.00,122.03
#----------------------------------------业务汇总列表结束-------------------------------------
#导出时间：[2026年08月16日 05:46:49]
`

func sumText(s string) []byte { return gbk(strings.NewReplacer("→", "\t", "\n", "\r\n").Replace(s)) }

// entry is one file in a zip; its name is stored as GBK without a flag.
type entry struct {
	name    string
	content []byte
}

func zipped(t *testing.T, entries ...entry) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		f, err := w.CreateHeader(&zip.FileHeader{Name: string(gbk(e.name)), NonUTF8: true, Method: zip.Deflate})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(e.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// forged is a zip whose one entry has a header that lies.
func forged(t *testing.T, h zip.FileHeader) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.CreateRaw(&h)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(make([]byte, h.CompressedSize64)); err != nil {
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
	good(t)
	badFiles(t)
	badContainers(t)
	badTexts(t)
}

func good(t *testing.T) {
	whole := entry{detail, gbk(bill().text())}
	save(t, "trade.csv.zip", zipped(t, entry{sums, sumText(summary)}, whole))
	save(t, "trade_reordered.csv.zip", zipped(t, entry{detail, gbk(columnsChanged().text())}, entry{sums, sumText(summary)}))
	save(t, "trade_plain.csv", gbk(bill().text()))
	save(t, "trade_parts.csv.zip", zipped(t, part(2, rows[3:], "#交易合计：1笔，商家实收共0.01元，商家优惠共0.00元", "#退款合计：2笔，商家实收退款共-47.90元，商家优惠退款共0.00元"),
		entry{sums, sumText(summary)}, part(1, rows[:3], "#交易合计：2笔，商家实收共200.00元，商家优惠共8.00元", "#退款合计：1笔，商家实收退款共-28.00元，商家优惠退款共0.00元")))
	empty := bill()
	empty.rows = nil
	empty.trailer = []string{empty.trailer[0], "#交易合计：0笔，交易金额共0.00元，优惠金额共0.00元", "#退款合计：0笔，交易退款金额共0.00元，优惠退款金额共0.00元", "#导出时间：[2026年08月16日 05:46:49]"}
	save(t, "trade_empty.csv.zip", zipped(t, entry{detail, gbk(empty.text())}))
	free := bill()
	free.rows = []string{strings.Replace(rows[0], "128.00,128.00", "0.00,0.00", 1)}
	free.trailer = []string{free.trailer[0], "#交易合计：1笔，商家实收共0.00元，商家优惠共0.00元", "#退款合计：0笔，商家实收退款共0.00元，商家优惠退款共0.00元", free.trailer[3]}
	save(t, "trade_free.csv", gbk(free.text()))
	old := bill()
	old.trailer = []string{old.trailer[0], "#交易合计：3笔，交易金额共208.01元，优惠金额共8.00元", "#退款合计：3笔，交易退款金额共-75.90元，优惠退款金额共0.00元", old.trailer[3]}
	save(t, "trade_old_totals.csv", gbk(strings.ReplaceAll(old.text(), "\r\n", "\n")))
}

func part(n int, rows []string, totals ...string) entry {
	f := bill()
	f.rows = rows
	f.trailer = append(append([]string{f.trailer[0]}, totals...), f.trailer[3])
	return entry{fmt.Sprintf("%s_20260815_业务明细_%d.csv", account, n), gbk(f.text())}
}

// columnsChanged has the columns in another order, other parentheses, no
// units, and one column more.
func columnsChanged() file {
	f := bill()
	f.header = turned(strings.NewReplacer("订单金额（元）", "订单金额(元)", "商家实收（元）", "商家实收").Replace(f.header)) + ",新列"
	f.rows = nil
	for _, row := range rows {
		f.rows = append(f.rows, turned(row)+",新")
	}
	return f
}

// turned has the cells of a row in reverse order.
func turned(row string) string {
	cells := strings.Split(row, ",")
	for i, j := 0, len(cells)-1; i < j; i, j = i+1, j-1 {
		cells[i], cells[j] = cells[j], cells[i]
	}
	return strings.Join(cells, ",")
}

// badRows has every fault that a row can have.
func badRows() []byte {
	f := bill()
	change := func(old, new string) string { return strings.Replace(rows[0], old, new, 1) }
	f.rows = []string{
		change("交易→", "预授权→"),
		change("128.00,128.00", "1,128.00,128.00"),
		change("128.00,128.00", "12.345,128.00"),
		change("128.00,128.00", ",128.00"),
		change("128.00,128.00", "128.00,１２８.00"),
		change("128.00,128.00", "128.00,99999999999999999.00"),
		change("128.00,128.00", "-128.00,128.00"),
		change("2026-08-15 09:00:03", "2026/8/15 9:00"),
		change("2026-08-15 09:00:03", "2026-02-30 09:00:03"),
		change("2026-08-15 09:00:03", ""),
		change(",0.00,→,-0.77", ",0.00,-0.77"),
		change("S20260815-001", "S20260815-BYTES"),
		change("S20260815-001", "锟斤拷"),
		change("S20260815-001", "S2026\x01"),
		change("2026081522001400000000000001", "2.02608E+27"),
		change("2026081522001400000000000001→", "→"),
		strings.Replace(rows[2], "-28.00,-28.00", "28.00,28.00", 1),
	}
	return bytes.Replace(gbk(f.text()), []byte("BYTES"), []byte("\xff"), 1)
}

func badFiles(t *testing.T) {
	save(t, "bad_rows.csv", badRows())
	with := func(name, old, new string) {
		save(t, "bad_"+name+".csv", gbk(strings.Replace(bill().text(), old, new, 1)))
	}
	with("cent", "共200.01元", "共200.02元")
	with("count", "退款合计：3笔", "退款合计：4笔")
	with("total_amount", "共200.01元", "共2,00.01元")
	with("account", account+"]", "20881111222233330156]")
	with("no_account", "#账号", "#户名")
	with("day", "[2026年08月15日 00:00:00]   终止日期：[2026年08月16日", "[2026年08月14日 00:00:00]   终止日期：[2026年08月15日")
	with("month", "[2026年08月16日", "[2026年09月01日")
	with("days", "[2026年08月16日", "[2026年8月16日")
	with("no_days", "#起始日期", "#日期")
	with("row_day", "2026-08-15 23:59:59", "2026-08-16 00:00:00")
	with("column", "服务费（元）", "手续费（元）")
	with("column_twice", "备注", "分润")
	with("joined", "#导出时间", rows[0]+"\r\n#导出时间")
	f := bill()
	f.trailer = nil
	save(t, "bad_truncated.csv", gbk(f.text()))
	f.trailer = bill().trailer[:2]
	save(t, "bad_totals_missing.csv", gbk(f.text()))
	f = file{preamble: bill().preamble, header: "#"}
	save(t, "bad_header_missing.csv", gbk(f.text()))
	save(t, "bad_resaved.csv", gbk(strings.ReplaceAll(bill().text(), "#支付宝业务明细查询", "#支付宝业务明细查询"+strings.Repeat(",", 24))))
	save(t, "bad_utf8.csv", []byte(bill().text()))
	save(t, "bad_summary.csv.zip", zipped(t, entry{detail, gbk(bill().text())}, entry{sums, sumText(strings.ReplaceAll(summary, "→,→,3,3,132.11,124.11,0.00,8.00,0.00,-1.08,-1.00,122.03", "→,→,4,2,132.12,124.12,0.00,8.00,0.00,-1.07,-1.01,122.04"))}))
	save(t, "bad_summary_cut.csv.zip", zipped(t, entry{detail, gbk(bill().text())}, entry{sums, sumText(summary[:len(summary)/2])}))
	save(t, "bad_summary_only.csv.zip", zipped(t, entry{sums, sumText(summary)}))
	save(t, "bad_first_part.csv.zip", zipped(t, part(1, []string{strings.Replace(rows[0], "交易→", "赠送→", 1)}, "#交易合计：0笔，商家实收共0.00元，商家优惠共0.00元", "#退款合计：0笔，商家实收退款共0.00元，商家优惠退款共0.00元"),
		part(2, rows[3:], "#交易合计：1笔，商家实收共0.01元，商家优惠共0.00元", "#退款合计：2笔，商家实收退款共-47.90元，商家优惠退款共0.00元")))
	save(t, "bad_parts.csv.zip", zipped(t, part(1, rows[:3], "#交易合计：2笔，商家实收共200.00元，商家优惠共8.00元", "#退款合计：1笔，商家实收退款共-28.00元，商家优惠退款共0.00元"),
		part(3, rows[3:], "#交易合计：1笔，商家实收共0.01元，商家优惠共0.00元", "#退款合计：2笔，商家实收退款共-47.90元，商家优惠退款共0.00元")))
}

func badContainers(t *testing.T) {
	whole := zipped(t, entry{detail, gbk(bill().text())})
	save(t, "bad_cut.csv.zip", whole[:len(whole)/2])
	damaged := bytes.Clone(whole)
	copy(damaged[200:], "damaged here")
	save(t, "bad_damaged.csv.zip", damaged)
	save(t, "bad_encrypted.csv.zip", forged(t, zip.FileHeader{Name: "bill.csv", Method: zip.Deflate, Flags: 1, CompressedSize64: 8, UncompressedSize64: 8}))
	save(t, "bad_bomb.csv.zip", forged(t, zip.FileHeader{Name: "bill.csv", Method: zip.Deflate, CompressedSize64: 8, UncompressedSize64: 8 << 30}))
	save(t, "bad_huge.csv.zip", forged(t, zip.FileHeader{Name: "bill.csv", Method: zip.Store, CompressedSize64: 8, UncompressedSize64: 1 << 40}))
	save(t, "bad_escape.csv.zip", zipped(t, entry{"../../bill.csv", gbk(bill().text())}))
	save(t, "bad_nothing.csv.zip", zipped(t))
	save(t, "bad_inner_zip.csv.zip", zipped(t, entry{"bill.zip", whole}))
	save(t, "bad_workbook.xlsx", zipped(t, entry{"[Content_Types].xml", []byte("<Types/>")}, entry{"xl/workbook.xml", []byte("<workbook/>")}))
	save(t, "bad_workbook.xls", append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 64)...))
}

func badTexts(t *testing.T) {
	save(t, "bad_page.csv.zip", []byte("<!DOCTYPE html>\n<html><head><title>登录超时</title></head><body>请重新登录</body></html>\n"))
	save(t, "bad_message.csv.zip", []byte(`{"code":"isp.bill_not_exist","msg":"账单不存在"}`))
	save(t, "bad_words.csv.zip", gbk("下载链接已过期\r\n"))
	save(t, "bad_nothing.csv", nil)
	save(t, "bad_blank.csv", []byte("\r\n\r\n"))
	save(t, "bad_utf16.csv", append([]byte("\xff\xfe"), "#\x00a\x00"...))
	save(t, "bad_other_layout.csv", gbk(strings.ReplaceAll(bill().text(), "业务明细", "账务明细")[:200]))
}

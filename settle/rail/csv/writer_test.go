package csv

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/golden"
	"recon/settle/rail"
)

// The layouts of wallets, and one of a bank; the titles are those that the
// public tools of several authors write.
var (
	alipayAccount = config.Rail{
		Currencies: []string{"CNY"}, MaxPerFile: 3000, MaxAmount: "100000", Remittance: "{period} {rail_ref}",
		Template: &config.Template{
			Charset: "gb18030", Quote: "never", Titles: true,
			Top: []string{"批次号,付款日期,付款人email,账户名称,总金额（元）,总笔数", "{batch_no},{date},{debtor_account},{debtor_name},{total},{count}"},
			Columns: []config.TemplateColumn{
				{Title: "商户流水号"}, {Title: "收款人email", Value: "{destination}", Need: true}, {Title: "收款人姓名", Value: "{name}", MaxChars: 128, Need: true},
				{Title: "付款金额（元）", Value: "{amount}"}, {Title: "付款理由", Value: "{remittance}", MaxChars: 100},
			},
		},
	}
	alipayNew = config.Rail{
		Currencies: []string{"CNY"},
		Template: &config.Template{
			Charset: "gb18030", Quote: "never", Titles: true, Top: []string{"支付宝批量付款文件模板"},
			Columns: []config.TemplateColumn{
				{Title: "序号（必填）", Value: "{row}"}, {Title: "收款方支付宝账号（必填）", Value: "{destination}"}, {Title: "收款方姓名（必填）", Value: "{name}", Need: true},
				{Title: "金额（必填，单位：元）", Value: "{amount}"}, {Title: "备注（选填）", Value: "{rail_ref}"},
			},
		},
	}
	alipayCard = config.Rail{
		Currencies: []string{"CNY"}, Remittance: "{period} {rail_ref}",
		Template: &config.Template{
			Charset: "gb18030", Quote: "never", Titles: true,
			Top: []string{"日期,总金额,总笔数,支付宝帐号(Email)", "{date},{total},{count},{debtor_account}"},
			Columns: []config.TemplateColumn{
				{Title: "商户流水号"}, {Title: "收款银行户名", Value: "{name}", Need: true}, {Title: "收款银行帐号", Value: "{destination}"}, {Title: "收款开户银行", Value: "{bank}", Need: true},
				{Title: "收款银行所在省份", Value: "{province}"}, {Title: "收款银行所在市", Value: "{city}"}, {Title: "收款支行名称", Value: "{branch}"},
				{Title: "金额", Value: "{amount}"}, {Title: "对公对私标志", Value: "{corporate:1|2}"}, {Title: "备注", Value: "{remittance}"},
			},
		},
	}
	bankBulk = config.Rail{
		Template: &config.Template{
			Charset: "utf-8-bom", LineEnd: "lf", Comma: ";", Quote: "needed", Ending: "txt", Titles: false, DateForm: "2006-01-02",
			Top: []string{"H;{message_id};{period}"}, Bottom: []string{"T;{count};{total_minor};{currency}", "# {debtor_name} pays {total} on {date}"},
			Columns: []config.TemplateColumn{
				{Value: "P{row}"}, {Value: "{name}", MaxChars: 20}, {Value: "{destination}"}, {Value: "{currency} {amount}"}, {Value: "{amount_minor}"},
				{Value: "{rail_ref}/{period}"}, {Value: "{payee} {country} {bic} {corporate}"}, {Value: "{date}"},
			},
		},
	}
)

var templates = map[string]config.Rail{"alipay_account": alipayAccount, "alipay_new": alipayNew, "alipay_card": alipayCard, "bank_bulk": bankBulk}

// payments are two people and a company.
func payments(currency string) []rail.Payment {
	return []rail.Payment{
		{RailRef: "MP202608ZKLYCEWKDO64V6WCGGZZUI64", Payee: "u1", Name: "张三", Country: "CN", Currency: currency, AmountMinor: 1999,
			Destination: "6221880000001234567", Bank: "工商银行", Branch: "深圳宝安支行", Province: "广东省", City: "深圳市"},
		{RailRef: "MP202608HYR6QFQAHFMUUM4JJ5SWJYNR", Payee: "u2", Name: " 李㐂 ", Country: "CN", Currency: currency, AmountMinor: 1,
			Destination: "seller2@example.com", Bank: "建设银行"},
		{RailRef: "MP202608FZ6SYA5JKB5OEZPM6W2TK2EF", Payee: "u3", Name: "示例贸易有限公司", Country: "CN", Currency: currency, AmountMinor: 5000000,
			Destination: "13800138000", Bank: "招商银行", BIC: "CMBCCNBS", Corporate: true},
	}
}

func submission(currency string) rail.Submission {
	return rail.Submission{
		MessageID: "ME202608MLDGU6S524GDCRTBQBR4GRHF", Period: "2026-08", Created: time.Date(2026, 9, 1, 6, 0, 0, 0, time.UTC),
		Execution: calendar.Of(2026, time.September, 2), Currency: currency,
		Debtor: rail.Debtor{Name: "示例科技有限公司", Account: "finance@example.com"}, Payments: payments(currency),
	}
}

func newRail(t testing.TB, cfg config.Rail) rail.Rail {
	t.Helper()
	r, err := New("x", cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// write writes a submission, and checks that it is written the same again and
// read back as what it is.
func write(t testing.TB, r rail.Rail, s rail.Submission) ([]byte, []rail.Remark) {
	t.Helper()
	var first, second bytes.Buffer
	remarks, err := r.Write(&first, s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Write(&second, s); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatalf("written again: other bytes, %v", err)
	}
	want := int64(0)
	for _, p := range s.Payments {
		want += p.AmountMinor
	}
	count, sum, err := r.Validate(bytes.NewReader(first.Bytes()))
	if err != nil || count != int64(len(s.Payments)) || sum != want {
		t.Fatalf("read back: %d payouts, sum %d, wanted %d, %v\n%s", count, sum, want, err, first.Bytes())
	}
	return first.Bytes(), remarks
}

// TestTemplateGoldens writes a file of each layout.
func TestTemplateGoldens(t *testing.T) {
	for name, cfg := range templates {
		currency := "CNY"
		if cfg.Currencies == nil {
			currency = "KWD" // three decimals
		}
		r := newRail(t, cfg)
		file, remarks := write(t, r, submission(currency))
		golden.Check(t, filepath.Join("testdata", name+"."+r.Ending()), file)
		want := `{MP202608HYR6QFQAHFMUUM4JJ5SWJYNR name " 李㐂 " -> "李㐂"}`
		if cfg.Template.Charset == setGB18030 {
			want += ` {MP202608HYR6QFQAHFMUUM4JJ5SWJYNR name "㐂" is not in GBK; look whether the bank shows it}`
		}
		if fmt.Sprint(remarks) != "["+want+"]" {
			t.Errorf("%s: %v", name, remarks)
		}
	}
}

// TestDatedAnew: a file that is dated anew keeps its numbers, so that the bank
// knows it again.
func TestDatedAnew(t *testing.T) {
	r, s := newRail(t, alipayAccount), submission("CNY")
	before, _ := write(t, r, s)
	s.Execution++
	s.Created = s.Created.AddDate(0, 0, 1)
	after, _ := write(t, r, s)
	if !bytes.Equal(bytes.ReplaceAll(before, []byte(",20260902,"), []byte(",20260903,")), after) {
		t.Errorf("%s\n%s", before, after)
	}
	if n := batchNo("2026-08", s.MessageID); len(n) != 24 || strings.Trim(n, "0123456789") != "" || !strings.HasPrefix(n, "20260801") {
		t.Error(n)
	}
}

// TestDigitickPhpSepaXML28: 19.99 and 0.01 are 20.00, and so is their sum.
func TestDigitickPhpSepaXML28(t *testing.T) {
	s := submission("CNY")
	s.Payments = s.Payments[:2]
	s.Payments[0].AmountMinor, s.Payments[1].AmountMinor = 1999, 1
	file, _ := write(t, newRail(t, alipayAccount), s)
	if !bytes.Contains(file, []byte(",20.00,2\r\n")) || !bytes.Contains(file, []byte(",19.99,")) || !bytes.Contains(file, []byte(",0.01,")) {
		t.Errorf("%s", file)
	}
}

func TestRemarkOnCharactersBeyondGBK(t *testing.T) {
	s := submission("CNY")
	s.Payments[0].Name = "𠀀😀"
	_, remarks := write(t, newRail(t, alipayNew), s)
	if len(remarks) != 3 || remarks[0].Text != `"𠀀😀" is not in GBK; look whether the bank shows it` {
		t.Errorf("%v", remarks)
	}
}

// TestWriteRefuses: each of these would be refused by the bank, or worse, and
// leaves no byte behind.
func TestWriteRefuses(t *testing.T) {
	const ref = "settle.rails.x: payout MP202608ZKLYCEWKDO64V6WCGGZZUI64: "
	for _, c := range []struct {
		break_ func(*rail.Submission)
		want   string
	}{
		{func(s *rail.Submission) { s.Payments = nil }, "settle.rails.x: no payouts, wanted at least one"},
		{func(s *rail.Submission) { s.Execution = 0 }, "settle.rails.x: no execution date"},
		{func(s *rail.Submission) { s.MessageID = "2026-08-1" }, `settle.rails.x: message id "2026-08-1", wanted capital letters and digits`},
		{func(s *rail.Submission) { s.Debtor.Account = "" }, "settle.rails.x: {debtor_account}: empty, wanted a value"},
		{func(s *rail.Submission) { s.Debtor.Name = "A, B" }, `settle.rails.x: {debtor_name}: holds ",", which the line has no quotes for`},
		{func(s *rail.Submission) { s.Payments[1].RailRef = s.Payments[0].RailRef }, ref + "stands in the file twice"}, // nemiah/phpFinTS 445
		{func(s *rail.Submission) { s.Payments[0].RailRef = "" }, "settle.rails.x: payout 1: no reference"},
		{func(s *rail.Submission) { s.Payments[0].AmountMinor = -5 }, ref + "amount -0.05, wanted above zero\n" + ref + `column "付款金额（元）": begins with "-", which a spreadsheet takes for a formula`}, // getdokan/dokan 1331
		{func(s *rail.Submission) { s.Payments[0].AmountMinor = 0 }, ref + "amount 0.00, wanted above zero"},
		{func(s *rail.Submission) { s.Payments[0].Currency = "USD" }, ref + "currency USD in a file of CNY\n" + ref + "currency USD, wanted CNY"},
		{func(s *rail.Submission) { s.Payments[0].Destination = "" }, ref + "no destination\n" + ref + `column "收款人email": empty, wanted a value`},
		{func(s *rail.Submission) { s.Payments[0].Name = "" }, ref + `column "收款人姓名": empty, wanted a value`},
		{func(s *rail.Submission) { s.Payments[0].Name = "a,b" }, ref + `column "收款人姓名": holds ",", which the bank's file has no quotes for`},
		{func(s *rail.Submission) { s.Payments[0].Name = `a"b` }, ref + `column "收款人姓名": holds "\"", which the bank's file has no quotes for`},
		{func(s *rail.Submission) { s.Payments[0].Name = "a^b" }, ref + `column "收款人姓名": holds "^", which the bank's file has no quotes for`},
		{func(s *rail.Submission) { s.Payments[0].Name = "a|b" }, ref + `column "收款人姓名": holds "|", which the bank's file has no quotes for`},
		{func(s *rail.Submission) { s.Payments[0].Name = "a\r\nb" }, ref + `column "收款人姓名": holds the control character U+000D, wanted none`},
		{func(s *rail.Submission) { s.Payments[0].Name = "a\u202eb" }, ref + `column "收款人姓名": holds the control character U+202E, wanted none`},
		{func(s *rail.Submission) { s.Payments[0].Name = "a\xd5b" }, ref + `column "收款人姓名": holds bytes that are no text; the export was read in the wrong character set`},
		{func(s *rail.Submission) { s.Payments[0].Name = "=1+1" }, ref + `column "收款人姓名": begins with "=", which a spreadsheet takes for a formula`},
		{func(s *rail.Submission) { s.Payments[0].Name = strings.Repeat("张", 129) }, ref + `column "收款人姓名": 129 characters, wanted at most 128`},
		{func(s *rail.Submission) {
			s.Payments[0].AmountMinor, s.Payments[1].AmountMinor = 1<<62, 1<<62
		}, "settle.rails.x: the sum of the payouts is beyond the range of an amount"},
	} {
		s := submission("CNY")
		c.break_(&s)
		var out bytes.Buffer
		if _, err := newRail(t, alipayAccount).Write(&out, s); err == nil || err.Error() != c.want || out.Len() > 0 {
			t.Errorf("%v\nwanted %s", err, c.want)
		}
	}
}

// TestConstants: what the template itself says may begin like a formula.
func TestConstants(t *testing.T) {
	r := newRail(t, with(func(c *config.Rail) {
		c.Template.Columns = append(c.Template.Columns, config.TemplateColumn{Title: "国家代码", Value: "+86"}, config.TemplateColumn{Title: "x", Value: "-"})
	}))
	write(t, r, submission("CNY"))
}

func TestFileLimits(t *testing.T) {
	cfg := alipayNew
	cfg.MaxPerFile, cfg.MaxFileSum = 2, "50020.00"
	if _, err := newRail(t, cfg).Write(&bytes.Buffer{}, submission("CNY")); err == nil || err.Error() != "settle.rails.x: 3 payouts, wanted at most 2 in a file" {
		t.Error(err)
	}
	cfg.MaxPerFile = 3
	write(t, newRail(t, cfg), submission("CNY")) // the sum is just that
	cfg.MaxFileSum = "50019.99"
	if _, err := newRail(t, cfg).Write(&bytes.Buffer{}, submission("CNY")); err == nil || err.Error() != "settle.rails.x: the payouts sum to 50020.00, wanted at most 50019.99 in a file" {
		t.Error(err)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestDiskFull(t *testing.T) {
	if _, err := newRail(t, alipayNew).Write(fullDisk{}, submission("CNY")); err == nil || err.Error() != "no space left on device" {
		t.Error(err)
	}
}

// TestAcceptedPaymentsAreWritten: whatever the check lets through is written,
// and read back with the same sums.
func TestAcceptedPaymentsAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := templates[rapid.SampledFrom([]string{"alipay_account", "alipay_new", "alipay_card", "bank_bulk"}).Draw(t, "template")]
		r, err := New("x", cfg)
		if err != nil {
			t.Fatal(err)
		}
		s := submission("CNY")
		s.Payments = nil
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("张 a1,;\"^|=\t\n𠀀é.-"))))
		for i := range rapid.IntRange(1, 5).Draw(t, "payouts") {
			p := payments("CNY")[0]
			p.RailRef = fmt.Sprintf("MP202608%024d", i)
			p.Name, p.Bank, p.Payee = text.Draw(t, "name"), text.Draw(t, "bank"), text.Draw(t, "payee")
			p.AmountMinor = rapid.Int64Range(-1, 1<<60).Draw(t, "amount")
			if refusal := r.CheckPayment(p); refusal == "" || strings.HasPrefix(refusal, review) {
				s.Payments = append(s.Payments, p)
			}
		}
		if len(s.Payments) > 0 {
			var out bytes.Buffer
			if _, err := r.Write(&out, s); err != nil {
				t.Fatal(err)
			}
			want := int64(0)
			for _, p := range s.Payments {
				want += p.AmountMinor
			}
			if count, sum, err := r.Validate(&out); err != nil || count != int64(len(s.Payments)) || sum != want {
				t.Fatalf("%d, %d, %v", count, sum, err)
			}
		}
	})
}

package report

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var adviceCases = []struct {
	c      Case
	en, zh Advice
}{
	{Case{Reason: "missing", Kind: "payment", Sign: 1, Side: "statement"},
		Advice{"Received, not in our books", "Query the provider; after a person confirms: book the order or refund"},
		Advice{"单边账·长款：漏单（掉单）", "渠道已收款，我方无已付订单。先查渠道订单状态与发货；确认后由人补记订单，或原路退款"}},
	{Case{Reason: "missing", Kind: "refund", Sign: -1, Side: "statement"},
		Advice{"Refunded by provider, not booked", "Usually a refund made by hand in the portal: book it, recover from the seller before the next payout"},
		Advice{"单边账·短款：渠道已退，我方未记", "查商户后台手工退款；补记退款，并从该商家待结算款扣回"}},
	{Case{Reason: "missing", Kind: "chargeback", Sign: -1, Side: "statement"},
		Advice{"Chargeback not booked", "Register the dispute; mind the evidence deadline"},
		Advice{"短款：拒付未入账", "登记争议，注意举证截止日"}},
	{Case{Reason: "extra", Kind: "payment", Sign: -1, Side: "ledger"},
		Advice{"Booked as paid, provider has nothing", "Look at the next file and the other accounts; hold shipment and the seller's credit until clear"},
		Advice{"单边账·短款：我方已收，渠道无", "查次日账单、其他渠道与商户号；未查清前暂停发货和该笔结算"}},
	{Case{Reason: "extra", Kind: "refund", Sign: 1, Side: "ledger"},
		Advice{"Refund booked, provider has not paid it", "Customer may be waiting: query by the same refund number, resubmit with that number"},
		Advice{"单边账·长款：我方已退，渠道未退", "客户可能未收到退款。用原退款单号查询，失败则原号重提"}},
	{Case{Reason: "duplicate", Kind: "payment", Sign: 1, Side: "statement"}, Advice{"Paid twice", "Refund the second payment"}, Advice{"重复支付", "核实后退还多付的一笔"}},
	{Case{Reason: "duplicate", Kind: "payment", Sign: -1, Side: "ledger"}, Advice{"Booked twice", "Reverse the second booking"}, Advice{"重复入账", "冲销多记的一笔"}},
	{Case{Reason: "duplicate", Kind: "refund", Sign: -1, Side: "statement"}, Advice{"Refunded twice", "Recover"}, Advice{"重复退款", "向客户或商家追回"}},
	{Case{Reason: "status", Kind: "payment", Sign: 1, OwnStatus: "pending"}, Advice{"Paid, our order still pending", "Repair the callback"}, Advice{"状态不符：已付未回调", "补发支付结果，不重复发货"}},
	{Case{Reason: "status", Kind: "payment", Sign: 1, OwnStatus: "closed"}, Advice{"Paid after we closed the order", "Refund or reopen"}, Advice{"状态不符：关单后付款", "原路退款或恢复订单"}},
	{Case{Reason: "amount", Kind: "payment", Sign: 1}, Advice{"Amount differs", "Check discount, part refund, price change"}, Advice{"金额不符（长款）", "先看优惠、部分退款、改价"}},
	{Case{Reason: "amount", Kind: "refund", Sign: -1}, Advice{"Amount differs", "Check discount, part refund, price change"}, Advice{"金额不符（短款）", "先看优惠、部分退款、改价"}},
}

func TestAdviceOfTheListedCases(t *testing.T) {
	for _, x := range adviceCases {
		if got := Advise(English, x.c); got != x.en {
			t.Errorf("%+v: %+v", x.c, got)
		}
		if got := Advise(Chinese, x.c); got != x.zh {
			t.Errorf("%+v: %+v", x.c, got)
		}
	}
	if got := Advise(English, Case{Reason: "duplicate", Kind: "payment", Sign: -1, Side: "ledger", AfterClosure: true}); got.Label != "Arrived after a person closed it" {
		t.Errorf("after a closure: %+v", got)
	}
	if got := Advise(Chinese, Case{Reason: "pending", DueDays: 3}); got.Label != "未到期（T+3）" {
		t.Errorf("pending for days: %+v", got)
	}
	if got := Advise(Chinese, Case{Reason: "pending", DueDays: 1}); got.Label != "存疑（待次日核对）" {
		t.Errorf("pending for the day cut: %+v", got)
	}
}

func TestEveryCaseHasAdvice(t *testing.T) {
	kinds := []string{"payment", "refund", "fee", "chargeback", "adjustment", "transfer", "payout", "reserve", "other"}
	for _, b := range []string{"duplicate", "ambiguous", "status", "currency", "amount", "fee", "pending", "missing", "extra"} {
		for _, kind := range kinds {
			for sign := -1; sign <= 1; sign++ {
				for _, side := range []string{"", "statement", "ledger"} {
					for _, own := range []string{"", "pending", "closed"} {
						checkAdvice(t, Case{Reason: b, Kind: kind, Sign: sign, Side: side, OwnStatus: own})
					}
				}
			}
		}
	}
}

// checkAdvice wants text in both languages, no bare 补单 and no sign word
// against the sign of the difference.
func checkAdvice(t *testing.T, c Case) {
	t.Helper()
	en, zh := Advise(English, c), Advise(Chinese, c)
	for _, s := range []string{en.Label, en.Suggestion, zh.Label, zh.Suggestion} {
		if s == "" || strings.Contains(s, "补单") {
			t.Errorf("%+v: %q", c, s)
		}
	}
	if en.Label == zh.Label || en.Label == c.Reason {
		t.Errorf("%+v: %q in both languages", c, en.Label)
	}
	if strings.Contains(zh.Label, "长款") && c.Sign != 1 || strings.Contains(zh.Label, "短款") && c.Sign != -1 {
		t.Errorf("%+v: %q against the sign", c, zh.Label)
	}
}

func TestWordsAreComplete(t *testing.T) {
	for key, w := range words {
		if w.en == "" || w.zh == "" || strings.Count(w.en, "%s") != strings.Count(w.zh, "%s") {
			t.Errorf("%s: %+v", key, w)
		}
	}
	used := regexp.MustCompile(`\btf? "([a-z.]+)"`)
	err := fs.WalkDir(templates, "template", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := templates.ReadFile(name)
		for _, m := range used.FindAllSubmatch(text, -1) {
			if _, ok := words[string(m[1])]; !ok {
				t.Errorf("%s: no words for %q", name, m[1])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPercentIsNeverRoundedUp(t *testing.T) {
	for _, x := range []struct {
		part, whole int64
		open        bool
		want        string
	}{
		{1, 1, false, "100.00 %"}, {1, 1, true, "99.99 %"}, {999999, 1000000, false, "99.99 %"}, {2, 3, false, "66.66 %"},
		{0, 5, false, "0.00 %"}, {0, 0, false, "–"}, {1<<63 - 2, 1<<63 - 1, false, "99.99 %"}, {1<<63 - 1, 1<<63 - 1, false, "100.00 %"},
	} {
		if got := percentText(x.part, x.whole, x.open); got != x.want {
			t.Errorf("%d of %d, open %v: %s, want %s", x.part, x.whole, x.open, got, x.want)
		}
	}
}

func TestAmountsAreGroupedByCurrency(t *testing.T) {
	for _, x := range []struct {
		minor          int64
		currency, want string
	}{
		{0, "CNY", "0.00"}, {-5, "CNY", "-0.05"}, {12345, "CNY", "123.45"}, {-123456, "CNY", "-1,234.56"}, {100000, "CNY", "1,000.00"},
		{123456789, "JPY", "123,456,789"}, {-123, "JPY", "-123"}, {1234567, "KWD", "1,234.567"}, {-1 << 63, "CNY", "-92,233,720,368,547,758.08"},
	} {
		if got := amountText(x.minor, x.currency); got != x.want {
			t.Errorf("%d %s: %s, want %s", x.minor, x.currency, got, x.want)
		}
	}
}

func TestCellsAreFormulaSafe(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "=1": "'=1", "+a": "'+a", "-": "'-", "@x": "'@x", "\tx": "'\tx", "\rx": "'\rx", "\nx": "'\nx", "＝1": "'＝1",
		"-12": "-12", "+12.50": "+12.50", "-12.": "'-12.", "-1-1": "'-1-1", "--1": "'--1", "0123": "0123", "a=b": "a=b", "'x": "'x",
		" =1": "' =1", "\ufeff=1": "'\ufeff=1", "\u200b＋1": "'\u200b＋1", "\u3000＝1": "'\u3000＝1", "\x00@x": "'\x00@x", " x": " x", " ": " ", "中": "中",
	} {
		if got := formulaSafe(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// What is written can be read back, cell for cell, but for the apostrophe.
func TestBreaksAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := sampleBreak(1, "extra", "payment", 0, rapid.Int64().Draw(t, "minor"))
		b.Note, b.OrderRef = rapid.String().Draw(t, "note"), rapid.String().Draw(t, "ref")
		b.Reconciliation = "alipay"
		var out bytes.Buffer
		if err := WriteBreakRows(&out, sampleDate, English, Rows([]Break{b})); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil || len(rows) != 2 || len(rows[1]) != len(BreakColumns) {
			t.Fatalf("%v %v", rows, err)
		}
		for i, c := range BreakColumns {
			want := map[string]string{"note": b.Note, "order_ref": b.OrderRef}[c]
			// The reader of encoding/csv makes one newline of CR LF.
			want = strings.ReplaceAll(formulaSafe(want), "\r\n", "\n")
			if (c == "note" || c == "order_ref") && rows[1][i] != want {
				t.Fatalf("%s: %q, want %q", c, rows[1][i], want)
			}
		}
	})
}

func TestColumnsOfBreaks(t *testing.T) {
	want := "break_id,reason,provider,account,kind,order_ref,refund_ref,ref,currency,statement_minor,ledger_minor,difference_minor," +
		"business_date,first_seen,age_days,status,suggestion,statement_file,statement_line,ledger_file,ledger_line,note,detail,due_date,owner,reconciliation,order_no"
	if got := strings.Join(BreakColumns, ","); got != want {
		t.Errorf("columns %s", got)
	}
}

// manyBreaks are n payments that the provider has and we have not, never held at once.
func manyBreaks(n int) func(func(Break, error) bool) {
	return func(yield func(Break, error) bool) {
		for i := range n {
			if !yield(sampleBreak(i, "missing", "payment", int64(i+1), 0), nil) {
				return
			}
		}
	}
}

func TestManyBreaksAreOneFinding(t *testing.T) {
	for _, x := range []struct {
		n, listed int
		line      string
	}{{1000, 1000, ""}, {1001, 50, "1,001 breaks; the 50 with the most money are shown, all are in breaks.csv (reason missing, reconciliation alipay, the suggestion above)."}, {30000, 50, "30,000 breaks;"}} {
		d := cleanDay(English)
		d.Reconciliations[0].Breaks = manyBreaks(x.n)
		page := string(written(t, WriteHTML, d))
		if got := strings.Count(page, `class="soft id"`); got != x.listed {
			t.Errorf("%d breaks: %d listed, want %d", x.n, got, x.listed)
		}
		if !strings.Contains(page, x.line) || x.line == "" && strings.Contains(page, "with the most money") {
			t.Errorf("%d breaks: no line %q", x.n, x.line)
		}
		if largest := fmt.Sprintf("S20260815%06d", x.n-1); !strings.Contains(page, largest) {
			t.Errorf("%d breaks: the largest is not listed", x.n)
		}
		if rows := bytes.Count(written(t, WriteBreaks, d), []byte("\n")); rows != x.n+1 {
			t.Errorf("breaks.csv has %d lines", rows)
		}
	}
}

func TestManyClosedBreaksAreCounted(t *testing.T) {
	d := cleanDay(English)
	d.Reconciliations[0].Closed = Rows(make([]ClosedBreak, 1001))
	page := string(written(t, WriteHTML, d))
	if got := strings.Count(page, `class="soft id"`); got != 50 || !strings.Contains(page, "1,001 rows; the first 50 are shown.") {
		t.Errorf("%d closed breaks listed", got)
	}
}

func TestBreaksOutOfOrderAreRefused(t *testing.T) {
	d := cleanDay(English)
	for _, rows := range [][]Break{
		{sampleBreak(2, "extra", "payment", 0, 1), sampleBreak(1, "extra", "payment", 0, 1)},
		{sampleBreak(1, "extra", "payment", 0, 1), sampleBreak(1, "extra", "payment", 0, 1)},
		{sampleBreak(1, "missing", "payment", 1, 0), sampleBreak(2, "extra", "payment", 0, 1)},
	} {
		d.Reconciliations[0].Breaks = Rows(rows)
		if err := WriteBreaks(&bytes.Buffer{}, d); err == nil || !strings.Contains(err.Error(), "wanted ascending order") {
			t.Errorf("breaks.csv: %v", err)
		}
		if err := WriteHTML(&bytes.Buffer{}, d); err == nil {
			t.Error("the page takes them")
		}
	}
}

func TestErrorsOfListsAreReturned(t *testing.T) {
	broken := errors.New("broken")
	fail := func(yield func(Break, error) bool) { yield(Break{}, broken) }
	d := cleanDay(English)
	d.Reconciliations[0].Breaks = fail
	for name, err := range map[string]error{
		"csv": WriteBreaks(&bytes.Buffer{}, d), "html": WriteHTML(&bytes.Buffer{}, d),
		"rows": WriteBreakRows(&bytes.Buffer{}, sampleDate, English, fail), "list": WriteBreakList(&bytes.Buffer{}, sampleDate, English, fail),
	} {
		if !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

var tag = regexp.MustCompile(`<(/?)([a-z0-9]+)((?:\s+[a-zA-Z0-9-]+(?:="[^"<>]*")?)*)\s*>`)

// Every tag is closed in order, every < begins a tag, and nothing is fetched or run.
func TestPagesAreWellFormed(t *testing.T) {
	void := map[string]bool{"meta": true, "br": true}
	for name, d := range goldenDays {
		page := string(written(t, WriteHTML, d))
		text := strings.TrimPrefix(without(without(page, "style"), "script"), "<!doctype html>")
		var stack []string
		for _, m := range tag.FindAllStringSubmatch(text, -1) {
			switch {
			case void[m[2]]:
			case m[1] == "":
				stack = append(stack, m[2])
			case len(stack) == 0 || stack[len(stack)-1] != m[2]:
				t.Fatalf("%s: </%s> closes %v", name, m[2], stack)
			default:
				stack = stack[:len(stack)-1]
			}
		}
		if left := tag.ReplaceAllString(text, ""); len(stack) > 0 || strings.ContainsAny(left, "<>") {
			t.Errorf("%s: not closed %v, or a stray bracket: %.80q", name, stack, left[max(0, strings.IndexAny(left, "<>")):])
		}
		for _, bad := range []string{"<script", "<style", "style=", "http:", "https:", "ZgotmplZ", "%!", "<no value>"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s: holds %s", name, bad)
			}
		}
	}
}

// without leaves out the first element of a name, whose text is no markup.
func without(page, name string) string {
	head, rest, _ := strings.Cut(page, "<"+name+">")
	_, rest, _ = strings.Cut(rest, "</"+name+">")
	return head + rest
}

package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"recon/internal/calendar"
	"recon/internal/golden"
)

var mailRules = MailRules{NewCount: 1, OverdueDays: 7}

// withTrend is a day with thirty days before it, one of which is not whole.
func withTrend(d *Day) *Day {
	out := *d
	out.Trend = nil
	for i := range TrendDays {
		day := TrendDay{Date: d.Date - TrendDays + 1 + calendar.Date(i), Expected: 2, Reconciled: 2, Open: int64(3 + i*i%17)}
		if i == 11 {
			day.Reconciled = 1
		}
		out.Trend = append(out.Trend, day)
	}
	return &out
}

// sampleMessages are the messages whose texts lie in testdata.
func sampleMessages(t *testing.T) map[string]*Message {
	t.Helper()
	linked := mailRules
	linked.Link = "https://files.example.com/reports"
	all := map[string]*Message{}
	add := func(name string, m *Message, err error) {
		if err != nil {
			t.Fatal(err)
		}
		all[name] = m
	}
	for name, d := range goldenDays {
		rules := mailRules
		if strings.HasPrefix(name, "full") {
			rules, d = linked, withTrend(d)
		}
		m, err := DayMessage(d, rules)
		add(name, m, err)
	}
	for _, l := range []string{English, Chinese} {
		m, err := MorningMessage(sampleMorning(l), mailRules)
		add("morning."+l[:2], m, err)
		m, err = CatchUpMessage(l, sampleDays(t, l, linked), linked)
		add("catchup."+l[:2], m, err)
		m, err = RunMessage(l, "2026-08-16", `inbox/20889999888877770156.csv: the disk is full: "secret"`, []string{"20889999888877770156"})
		add("run."+l[:2], m, err)
	}
	return all
}

func sampleMorning(language string) *Morning {
	late := stoppedDay(language).Reconciliations[0]
	late.Through = sampleDate - 2
	breaks := sampleBreaks()
	breaks[0].Owner, breaks[0].BusinessDate = "wang.wei", sampleDate-20
	full := sampleAlipay()
	full.Breaks = Rows(breaks)
	return &Morning{Date: sampleDate + 1, Language: language, Accounts: []MorningAccount{
		{full, NoDate}, {late, sampleDate - 1}, {cleanReconciliation("wechat"), NoDate}}}
}

func TestMessageGolden(t *testing.T) {
	for name, m := range sampleMessages(t) {
		t.Run(name, func(t *testing.T) {
			text := m.Severity + "\n" + m.Title + "\n\n" + m.Text + "\n== chat\n" + strings.Join(m.Lines, "\n") + "\n" + m.Link + "\n"
			golden.Check(t, filepath.Join("testdata", "mail."+name+".txt"), []byte(text))
			golden.Check(t, filepath.Join("testdata", "mail."+name+".html"), []byte(m.HTML))
		})
	}
}

// TestMessagesNameNobody: no number of an order, a refund or a provider, no
// customer's cell and no whole account is in any form of a message.
func TestMessagesNameNobody(t *testing.T) {
	numbers := regexp.MustCompile(`S20260815\d+|P000\d+|R0000\d+|2026081522001\d+|20889999888877770156|C900|ticket 4711|1f3a5b`)
	for name, m := range sampleMessages(t) {
		for form, text := range map[string]string{"title": m.Title, "text": m.Text, "html": m.HTML, "lines": strings.Join(m.Lines, "\n")} {
			if found := numbers.FindString(text); found != "" {
				t.Errorf("%s: %s holds %s", name, form, found)
			}
		}
	}
	d := stoppedDay(English)
	for cause, want := range map[string]string{
		`inbox/orders/orders.csv:17: column "name": "王小明" is no amount`: `orders.csv:17: column &#34;name&#34; (what stands there`,
		`inbox/orders/orders.csv:17: 王小明 has two rows`:                  `orders.csv:17 (what stands there`,
		`inbox/a.csv: the account is "王小明", wanted yours`:               `the account is &#34;…&#34;, wanted yours`,
	} {
		d.Reconciliations[0].Cause, d.Reconciliations[0].State = cause, Refused
		m, err := DayMessage(d, mailRules)
		if err != nil || strings.Contains(m.HTML+m.Text+strings.Join(m.Lines, ""), "王小明") || !strings.Contains(m.HTML, want) {
			t.Errorf("%s: %s, %v", cause, m.Text, err)
		}
	}
}

// TestMailsAreHTMLThatMailProgramsShow: well formed, styles inline, no script,
// nothing loaded from elsewhere, and what is hostile is text.
func TestMailsAreHTMLThatMailProgramsShow(t *testing.T) {
	for name, m := range sampleMessages(t) {
		for _, forbidden := range []string{"<script", "<style", "<link", "src=\"http", "@import", "url(", "javascript:", "class="} {
			if strings.Contains(strings.ToLower(m.HTML), forbidden) {
				t.Errorf("%s: holds %s", name, forbidden)
			}
		}
		if strings.Contains(m.HTML, "cid:trend") != (m.Trend != nil) {
			t.Errorf("%s: the image and its place do not go together", name)
		}
		wellFormed(t, name, m.HTML)
	}
}

func wellFormed(t *testing.T, name, html string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(html))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

// sampleDays are dates with the messages that would be sent of each alone.
func sampleDays(t *testing.T, language string, rules MailRules) (days []DayTold) {
	t.Helper()
	for i, d := range []*Day{cleanDay(language), stoppedDay(language), sampleDay(language), withTrend(cleanDay(language))} {
		m, err := DayMessage(d, rules)
		if err != nil {
			t.Fatal(err)
		}
		days = append(days, DayTold{sampleDate + calendar.Date(i), m, d.Files})
	}
	return days
}

// TestCatchUpIsAsUrgentAsItsWorstDate: one date that failed makes it failed, and
// with none it is what the others need.
func TestCatchUpIsAsUrgentAsItsWorstDate(t *testing.T) {
	days := sampleDays(t, English, mailRules)
	for name, c := range map[string]struct {
		days []DayTold
		want string
	}{
		"one failed": {days, SeverityFailed},
		"one action": {[]DayTold{days[0], days[2], days[3]}, SeverityAction},
		"all calm":   {[]DayTold{days[0], days[3]}, SeverityInfo},
	} {
		m, err := CatchUpMessage(English, c.days, mailRules)
		if err != nil || m.Severity != c.want {
			t.Errorf("%s: %+v, %v, wanted %s", name, m, err, c.want)
		}
	}
}

// TestMailsOrderMoneyByItsFace: minor units do not say how much money it is: a
// thousand of them are ten yuan and one dinar.
func TestMailsOrderMoneyByItsFace(t *testing.T) {
	dinar, yuan := sampleBreak(1, "missing", "payment", 1000, 0), sampleBreak(2, "missing", "refund", -900, 0)
	dinar.Currency, dinar.Statement.Currency = "KWD", "KWD"
	d := cleanDay(English)
	d.Reconciliations[0].Breaks = Rows([]Break{dinar, yuan})
	m, err := DayMessage(d, mailRules)
	if first, second := strings.Index(m.Text, "|  -9.00 CNY\n"), strings.Index(m.Text, "|  1.000 KWD\n"); err != nil || first < 0 || second < first {
		t.Errorf("%s, %v", m.Text, err)
	}
}

// TestSubjectsNameAFew: of many accounts that are not reconciled a subject names
// a few, and the mail all.
func TestSubjectsNameAFew(t *testing.T) {
	d := cleanDay(English)
	d.Reconciliations = nil
	for i := range 40 {
		d.Reconciliations = append(d.Reconciliations, Reconciliation{Name: fmt.Sprintf("account-%02d", i), State: Refused, Through: NoDate})
	}
	m, err := DayMessage(d, mailRules)
	if err != nil || !strings.HasSuffix(m.Title, "40 of 40 accounts not reconciled (account-00, account-01, account-02, account-03, account-04, …)") {
		t.Errorf("%s, %v", m.Title, err)
	}
	if !strings.Contains(m.Text, "account-39") {
		t.Error("the mail does not name the last account")
	}
}

// TestSeverity: every edge of what is urgent.
func TestSeverity(t *testing.T) {
	fresh := sampleBreak(1, "missing", "payment", 1000, 0)
	old := sampleBreak(2, "missing", "payment", 1000, 0)
	old.BusinessDate, old.FirstSeen, old.Due = sampleDate-8, sampleDate-8, sampleDate-8
	pending := sampleBreak(3, "pending", "payment", 5000, 0)
	pending.Due = sampleDate + 1
	back := sampleBreak(4, "missing", "refund", -1000, 0)
	for name, c := range map[string]struct {
		breaks []Break
		rules  MailRules
		want   string
	}{
		"nothing":                  {nil, MailRules{NewCount: 1, NewMinor: 1, OverdueDays: 1}, SeverityInfo},
		"pending is nobody's work": {[]Break{pending}, MailRules{NewCount: 1, NewMinor: 1, OverdueDays: 1}, SeverityInfo},
		"one new of one":           {[]Break{fresh}, MailRules{NewCount: 1}, SeverityAction},
		"one new of two":           {[]Break{fresh}, MailRules{NewCount: 2}, SeverityInfo},
		"money reached":            {[]Break{fresh}, MailRules{NewMinor: 1000}, SeverityAction},
		"money not reached":        {[]Break{fresh}, MailRules{NewMinor: 1001}, SeverityInfo},
		"over hides no short":      {[]Break{fresh, back}, MailRules{NewMinor: 2000}, SeverityAction},
		"older than seven":         {[]Break{old}, MailRules{OverdueDays: 7}, SeverityAction},
		"not older than eight":     {[]Break{old}, MailRules{OverdueDays: 8}, SeverityInfo},
		"old ones are not new":     {[]Break{old}, MailRules{NewCount: 1, NewMinor: 1}, SeverityInfo},
		"all off":                  {[]Break{old, fresh}, MailRules{}, SeverityInfo},
	} {
		d := cleanDay(English)
		d.Reconciliations[0].Breaks = Rows(c.breaks)
		m, err := DayMessage(d, c.rules)
		if err != nil {
			t.Fatal(name, err)
		}
		if m.Severity != c.want {
			t.Errorf("%s: %s", name, m.Severity)
		}
	}
}

// TestMorningSeverity: what is late, what is overdue, what is open.
func TestMorningSeverity(t *testing.T) {
	eight := sampleBreak(1, "missing", "payment", 1000, 0)
	eight.BusinessDate = sampleDate - 8
	pending := sampleBreak(2, "pending", "payment", 1000, 0)
	pending.BusinessDate = sampleDate - 8
	for name, c := range map[string]struct {
		open   []Break
		behind calendar.Date
		rules  MailRules
		want   string
	}{
		"nothing":              {nil, NoDate, mailRules, SeverityInfo},
		"late":                 {nil, sampleDate, mailRules, SeverityFailed},
		"older than seven":     {[]Break{eight}, NoDate, MailRules{OverdueDays: 7}, SeverityAction},
		"not older than eight": {[]Break{eight}, NoDate, MailRules{OverdueDays: 8}, SeverityInfo},
		"one open of one":      {[]Break{eight}, NoDate, MailRules{NewCount: 1}, SeverityAction},
		"one open of two":      {[]Break{eight}, NoDate, MailRules{NewCount: 2}, SeverityInfo},
		"not due":              {[]Break{pending}, NoDate, MailRules{NewCount: 1, OverdueDays: 1}, SeverityInfo},
	} {
		a := MorningAccount{cleanReconciliation("wechat"), c.behind}
		a.Breaks = Rows(c.open)
		m, err := MorningMessage(&Morning{Date: sampleDate, Language: English, Accounts: []MorningAccount{a}}, c.rules)
		if err != nil {
			t.Fatal(name, err)
		}
		if m.Severity != c.want {
			t.Errorf("%s: %s, wanted %s", name, m.Severity, c.want)
		}
	}
}

// TestOnlyWhatTheGroupIsAbout: another account's trouble, breaks and trend stay away.
func TestOnlyWhatTheGroupIsAbout(t *testing.T) {
	d := withTrend(sampleDay(English))
	d.Reconciliations[0].State = Refused
	rules := mailRules
	rules.Only = []string{"wechat"}
	m, err := DayMessage(d, rules)
	if err != nil || m.Severity != SeverityInfo || strings.Contains(m.Text, "alipay") || m.Trend != nil {
		t.Errorf("%s\n%s, %v", m.Severity, m.Text, err)
	}
	morning, err := MorningMessage(sampleMorning(English), rules)
	if err != nil || morning.Severity != SeverityInfo || strings.Contains(morning.Text, "alipay") {
		t.Errorf("%s\n%s, %v", morning.Severity, morning.Text, err)
	}
}

// TestTrendImage: every day has a bar of its height, the one that is not whole
// a red one; the same days give the same bytes.
func TestTrendImage(t *testing.T) {
	days := withTrend(cleanDay(English)).Trend
	first, err := trendImage(days)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := trendImage(days); err != nil || !bytes.Equal(first, again) {
		t.Errorf("other bytes, %v", err)
	}
	if len(first) > 20_000 {
		t.Errorf("%d bytes", len(first))
	}
	m, err := png.Decode(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	most := int64(0)
	for _, day := range days {
		most = max(most, day.Open)
	}
	for i, day := range days {
		ink := trendBar
		if !day.Whole() {
			ink = trendRed
		}
		height := 0
		for y := range trendBase {
			if color.RGBAModel.Convert(m.At((2*i+1)*trendWidth/len(days)/2, y)) == ink {
				height++
			}
		}
		if want := int(day.Open * (trendBase - trendTop) / most); height != want {
			t.Errorf("day %d with %d open: a bar of %d, wanted %d", i, day.Open, height, want)
		}
	}
	if _, err := trendImage(days[:1]); err != nil {
		t.Error(err)
	}
}

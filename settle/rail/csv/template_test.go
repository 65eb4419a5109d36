package csv

import (
	"fmt"
	"strings"
	"testing"

	"recon/internal/config"
	"recon/settle/rail"
)

// with is a template that works, changed.
func with(change func(*config.Rail)) config.Rail {
	cfg := alipayNew
	template := *alipayNew.Template
	template.Columns = append([]config.TemplateColumn{}, template.Columns...)
	cfg.Template = &template
	change(&cfg)
	return cfg
}

// TestNewRefuses: what the template cannot be is said before anything is paid.
func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		change func(*config.Rail)
		want   string
	}{
		{func(c *config.Rail) { c.Template = nil }, "template: missing, wanted the columns of the bank's template"},
		{func(c *config.Rail) { c.Template.Comma = "，" }, `template.comma: "，", wanted one character like a comma, or tab`},
		{func(c *config.Rail) { c.Template.Comma = `"` }, `template.comma: "\"", wanted one character like a comma, or tab`},
		{func(c *config.Rail) { c.Template.Comma = "\n" }, `template.comma: "\n", wanted one character like a comma, or tab`},
		{func(c *config.Rail) { c.MaxAmount = "many" }, `max_amount: "many", wanted an amount above zero`},
		{func(c *config.Rail) { c.MaxFileSum = "0" }, `max_file_sum: "0", wanted an amount above zero`},
		{func(c *config.Rail) { c.Remittance = "{name}" }, "remittance: {name} is not known, wanted one of {payee} {payout_key} {period} {rail_ref}"},
		{func(c *config.Rail) { c.Template.Columns[3].Value = "" }, "template.columns: none holds {amount} or {amount_minor}"},
		{func(c *config.Rail) { c.Template.Columns[1].Value = "{name}" }, "template.columns: none holds {destination}"},
		{func(c *config.Rail) { c.Template.Columns[4].Value = "payout" },
			"template.columns: none holds {rail_ref}, without which the bank's answer cannot be matched; put it into the remark"},
		{func(c *config.Rail) { c.Template.Columns[4].Value, c.Remittance = "{remittance}", "{period}" },
			"template.columns: none holds {rail_ref}, without which the bank's answer cannot be matched; put it into the remark"},
		{func(c *config.Rail) { c.Template.Columns[4].Value = "{rail_ref" }, "template.columns[4].value: a { without a } after it"},
		{func(c *config.Rail) { c.Template.Columns[4].Value = "rail_ref}" }, "template.columns[4].value: a } without a { before it"},
		{func(c *config.Rail) { c.Template.Columns[3].Value = "{name}{amount}" },
			"template.columns[3].value: {name} directly beside {amount}, wanted something between them"},
		{func(c *config.Rail) { c.Template.Columns[3].Value = "{amount}{name}" },
			"template.columns[3].value: {amount} directly beside {name}, wanted something between them"},
		{func(c *config.Rail) { c.Template.Columns[3].Value = "{amount},{name}" }, `template.columns[3]: value: holds ",", which the bank's file has no quotes for`},
		{func(c *config.Rail) { c.Template.Columns[3].Title = "a\nb" }, `template.columns[3]: title: holds the control character U+000A, wanted none`},
		{func(c *config.Rail) { c.Template.Top = []string{"ok", "{name}"} },
			"template.top[1]: {name} is not known, wanted one of {batch_no} {count} {currency} {date} {debtor_account} {debtor_name} {message_id} {period} {total} {total_minor}"},
		{func(c *config.Rail) { c.Template.Bottom = []string{"a\nb"} }, "template.bottom[0]: holds the control character U+000A, wanted none"},
		{func(c *config.Rail) { c.Template.Columns[0].Value = "{corporate:1}" }, "template.columns[0].value: {corporate:1} is not known, wanted one of " +
			"{amount} {amount_minor} {bank} {bic} {branch} {city} {corporate} {corporate:1|2} {country} {currency} {date} {destination} {name} {payee} {period} {province} {rail_ref} {remittance} {row}"},
	} {
		if _, err := New("x", with(c.change)); err == nil || err.Error() != "settle.rails.x."+c.want {
			t.Errorf("%v\nwanted settle.rails.x.%s", err, c.want)
		}
	}
}

func TestDefaultsOfTemplate(t *testing.T) {
	cfg := config.Rail{Template: &config.Template{Columns: []config.TemplateColumn{{Value: "{destination}"}, {Value: "{name}"}, {Value: "{amount}"}, {Value: "{remittance}"}}}}
	r := newRail(t, cfg)
	s := submission("JPY")
	s.Payments = s.Payments[:1]
	s.Payments[0].Name = `a,"b"`
	file, _ := write(t, r, s)
	if want := "6221880000001234567,\"a,\"\"b\"\"\",1999,2026-08 MP202608ZKLYCEWKDO64V6WCGGZZUI64\r\n"; string(file) != want || r.Ending() != "csv" {
		t.Errorf("%s %s", file, r.Ending())
	}
	cfg.Template.Comma = "tab"
	if file, _ = write(t, newRail(t, cfg), s); strings.Count(string(file), "\t") != 3 {
		t.Errorf("%s", file)
	}
}

func TestCheckPayment(t *testing.T) {
	for _, c := range []struct {
		change func(*rail.Payment)
		want   string
	}{
		{func(*rail.Payment) {}, ""},
		{func(p *rail.Payment) { p.RailRef, p.PayoutKey = "", "" }, ""},
		{func(p *rail.Payment) { p.AmountMinor = 10000000 }, ""},
		{func(p *rail.Payment) { p.AmountMinor = 10000001 }, "review: 100000.01 CNY is above the 100000 that the bank takes"},
		{func(p *rail.Payment) { p.Currency = "EUR" }, "currency EUR, wanted CNY"},
		{func(p *rail.Payment) { p.Name, p.AmountMinor = "", 10000001 }, `column "收款人姓名": empty, wanted a value`},
		{func(p *rail.Payment) { p.Name, p.Currency = "a,b", "USD" }, `currency USD, wanted CNY; column "收款人姓名": holds ",", which the bank's file has no quotes for`},
	} {
		p := payments("CNY")[0]
		c.change(&p)
		if got := newRail(t, alipayAccount).CheckPayment(p); got != c.want {
			t.Errorf("%s\nwanted %s", got, c.want)
		}
	}
}

// TestRemittanceIsCheckedAtItsLongest: a reference that does not exist yet is
// as long as it will be.
func TestRemittanceIsCheckedAtItsLongest(t *testing.T) {
	p := payments("CNY")[0]
	p.RailRef = ""
	for most, want := range map[int]string{40: "", 39: `column "备注（选填）": 40 characters, wanted at most 39`} {
		r := newRail(t, with(func(c *config.Rail) {
			c.Template.Columns[4].Value, c.Template.Columns[4].MaxChars = "{remittance}", most
		}))
		if got := r.CheckPayment(p); got != want {
			t.Errorf("%d: %s", most, got)
		}
	}
}

func TestCheckDestination(t *testing.T) {
	r := newRail(t, alipayNew)
	for found, want := range map[string][2]string{
		"6221880000001234567":     {"6221880000001234567", ""},
		" 6221 8800 0000 1234 ":   {"6221880000001234567"[:16], ""},
		"6221\u00a08800\u30001\t": {"622188001", ""},
		"a.b+c_d@example.com":     {"a.b+c_d@example.com", ""},
		"DE75512108001245126199":  {"DE75512108001245126199", ""},
		"123-456":                 {"123-456", ""},
		"":                        {"", "empty, wanted an account, a card number or a wallet"},
		" \t ":                    {"", "empty, wanted an account, a card number or a wallet"},
		"6.22E+18":                {"", "a number that a spreadsheet has rounded, like 6.22E+18; export the column as text"},
		"6e18":                    {"", "a number that a spreadsheet has rounded, like 6.22E+18; export the column as text"},
		"6221.00":                 {"", `character 5 is '.', wanted letters and digits`},
		"6221，88":                 {"", `character 5 is '，', wanted letters and digits`},
		"６２２１":                    {"", `begins with '６', wanted a letter or a digit`},
		"=cmd":                    {"", `begins with '=', wanted a letter or a digit`},
		"+8613800138000":          {"", `begins with '+', wanted a letter or a digit`},
		"@example.com":            {"", "holds an @ and is no e-mail address"},
		"a@b":                     {"", "holds an @ and is no e-mail address"},
		"a@b@c.d":                 {"", "holds an @ and is no e-mail address"},
		strings.Repeat("1", 101):  {"", "101 characters, wanted at most 100"},
	} {
		normal, wrong, warnings := r.CheckDestination(rail.Payment{Destination: found})
		if normal != want[0] || wrong != want[1] || len(warnings) > 0 {
			t.Errorf("%q: %q, %q, %v", found, normal, wrong, warnings)
		}
	}
	for found, want := range map[string]int{"6221880012340000": 1, "622188001230000": 0, "6221880012341000": 0, "ab21880012340000": 0} {
		if _, _, warnings := r.CheckDestination(rail.Payment{Destination: found}); len(warnings) != want {
			t.Errorf("%q: %v", found, warnings)
		}
	}
}

// TestNoTextShowsAnAccount: destinations and the debtor's account stand in the
// file and nowhere else.
func TestNoTextShowsAnAccount(t *testing.T) {
	const secret = "6221880000007654321"
	r := newRail(t, with(func(c *config.Rail) {
		c.Template.Columns[1].MaxChars = 10
		c.Template.Top = []string{"{debtor_account}"}
	}))
	s := submission("CNY")
	s.Debtor.Account = secret + ","
	s.Payments[0].Destination = secret
	_, err := r.Write(&strings.Builder{}, s)
	texts := fmt.Sprint(err, r.CheckPayment(s.Payments[0]))
	for _, bad := range []string{secret + "，", secret + "00000000000", secret + "@x", "=" + secret, strings.Repeat(secret, 6)} {
		_, wrong, warnings := r.CheckDestination(rail.Payment{Destination: bad})
		texts += fmt.Sprint(wrong, warnings)
	}
	s = submission("CNY")
	file, _ := write(t, newRail(t, alipayNew), s)
	_, _, err = newRail(t, alipayCard).Validate(strings.NewReader(string(file)))
	_, _, short := r.Validate(strings.NewReader("finance@example.com\r\n" + string(file)))
	texts += fmt.Sprint(err, short)
	if err == nil || short == nil || strings.Contains(texts, secret[:12]) || strings.Contains(texts, "622188000000123") || strings.Contains(texts, "seller2") {
		t.Error(texts)
	}
}

package sepa

import (
	"strings"
	"testing"

	"recon/internal/config"
	"recon/settle/rail"
)

func TestNewRefuses(t *testing.T) {
	for want, cfg := range map[string]config.Rail{
		`settle.rails.sepa.profile: "pain.001.001.12", wanted pain.001.001.03 or pain.001.001.09`: {Profile: "pain.001.001.12"},
		`settle.rails.sepa.currencies: "USD", wanted EUR`:                                         {Currencies: []string{"EUR", "USD"}},
		`settle.rails.sepa.max_amount: "1,000" has a comma`:                                       {MaxAmount: "1,000"},
		"settle.rails.sepa.max_amount: 0.00, wanted 0.01 to 999999999.99":                         {MaxAmount: "0.00"},
		"settle.rails.sepa.max_amount: 1000000000.00, wanted":                                     {MaxAmount: "1000000000.00"},
		`settle.rails.sepa.batch_booking: "true", wanted yes or no`:                               {BatchBooking: "true"},
		"settle.rails.sepa.remittance: unknown {name}, wanted {period}":                           {Remittance: "{period} {name}"},
		"settle.rails.sepa.remittance: unknown {rail_ref}, wanted":                                {Remittance: "{rail_ref"},
		"settle.rails.sepa.remittance: SEPA has no characters for '结' (U+7ED3)":                   {Remittance: "{period} 结"},
		"settle.rails.sepa.debtor.name: name \"市场\": SEPA has no characters":                      {Debtor: config.Debtor{Name: "市场"}},
		`settle.rails.sepa.debtor.bic: BIC "COBADEFF1" has 9 characters, wanted 8 or 11`:          {Debtor: config.Debtor{BIC: "COBADEFF1"}},
	} {
		_, err := New("sepa", cfg)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// TestCheckPayment: refusals come before the question of the amount.
func TestCheckPayment(t *testing.T) {
	w := newSepa(t, config.Rail{MaxAmount: "50000.00", Remittance: "{payee} {period} {rail_ref}"})
	good := rail.Payment{Payee: "p-1", Name: "Muster GmbH", Currency: "EUR", AmountMinor: 5000000}
	for want, change := range map[string]func(*rail.Payment){
		"": func(*rail.Payment) {},
		"review: amount 50000.01 is above the 50000.00 of settle.rails.sepa.max_amount": func(p *rail.Payment) { p.AmountMinor++ },
		"amount 1000000000.00, wanted 0.01 to 999999999.99":                             func(p *rail.Payment) { p.AmountMinor = 100_000_000_000 },
		"amount 0.00, wanted 0.01 to 999999999.99":                                      func(p *rail.Payment) { p.AmountMinor = 0 },
		`currency "GBP", wanted EUR, the only currency of SEPA`:                         func(p *rail.Payment) { p.Currency, p.AmountMinor = "GBP", 5000001 },
		"name is empty":                     func(p *rail.Payment) { p.Name = "" },
		`name "..." has no letter or digit`: func(p *rail.Payment) { p.Name = "..." },
		`name "Иван": SEPA has no characters for 'И' (U+0418), 'в' (U+0432), 'а' (U+0430), 'н' (U+043D); give the name in Latin letters as the payee's bank has it`: func(p *rail.Payment) { p.Name = "Иван" },
		`remittance "用 0000-00 MP": SEPA has no characters for '用' (U+7528); use Latin letters or change settle.rails.sepa.remittance`:                              func(p *rail.Payment) { p.Payee = "用" },
	} {
		p := good
		change(&p)
		if got := w.CheckPayment(p); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestNamesManyUnknown: a name of twenty thousand signs is answered shortly, and soon.
func TestNamesManyUnknown(t *testing.T) {
	name := ""
	for r := '一'; r < '一'+20_000; r++ {
		name += string(r)
	}
	got := newSepa(t, config.Rail{}).CheckPayment(rail.Payment{Name: name, Currency: "EUR", AmountMinor: 1})
	wantText(t, got, "'七' (U+4E03), ")
	if _, unknown := written(name); len(unknown) != mostUnknown+1 {
		t.Errorf("kept %d characters", len(unknown))
	}
	wantText(t, got, ", and others; give the name")
	if len(got) > 700 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestRemittance(t *testing.T) {
	p := rail.Payment{RailRef: "MP1", Payee: "p_1", PayoutKey: "monthly-payout:p_1:2026-08:EUR"}
	for setting, want := range map[string]string{
		"":                              "2026-08 MP1",
		"{period} {rail_ref}":           "2026-08 MP1",
		"{payee}{payee}":                "p-1p-1",
		"Payout {payout_key}, thanks!":  "Payout monthly-payout:p-1:2026-08:EUR, thanks.",
		"Grüße":                         "Gruesse",
		"/{period}//{rail_ref}/":        "2026-08/MP1",
		strings.Repeat("x", 139) + " y": strings.Repeat("x", 139),
		strings.Repeat("x", 141):        strings.Repeat("x", 140),
	} {
		r, err := parseRemittance(setting)
		if err != nil {
			t.Fatal(err)
		}
		if _, got, wrong := r.text(&p, "2026-08"); got != want || wrong != "" {
			t.Errorf("%q: got %q, %s", setting, got, wrong)
		}
	}
	r, _ := parseRemittance("/{payee}/")
	if _, _, wrong := r.text(&rail.Payment{}, ""); wrong != "remittance is empty; give it a text" {
		t.Errorf("got %s", wrong)
	}
}

// TestAboveMaximumIsWritten: people looked at it, and the rail carries it.
func TestAboveMaximumIsWritten(t *testing.T) {
	w := newSepa(t, config.Rail{MaxAmount: "0.01"})
	content, _ := writeFile(t, w, onePayment(func(*rail.Payment) {}))
	wantText(t, string(content), ">19.99</InstdAmt>")
}

func TestEnding(t *testing.T) {
	if got := newSepa(t, config.Rail{}).Ending(); got != "xml" {
		t.Errorf("got %s", got)
	}
}

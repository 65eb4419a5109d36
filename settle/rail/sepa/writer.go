// Package sepa writes credit transfers in euro as pain.001 files and reads what
// banks answer. The schemas of ISO 20022 let much through that banks refuse, so
// that the rules of SEPA are checked here, before a file exists.
package sepa

import (
	"fmt"
	"io"
	"strings"

	"recon/internal/config"
	"recon/internal/money"
	"recon/settle/rail"
)

const (
	profile03 = "pain.001.001.03"
	profile09 = "pain.001.001.09"
	namespace = "urn:iso:std:iso:20022:tech:xsd:"

	euro       = "EUR"
	euroDigits = 2
	// mostMinor is the largest amount of one credit transfer in SEPA.
	mostMinor = 999_999_999_99
)

// painWriter is the rail of one account that pays.
type painWriter struct {
	key          string // of its settings, for texts: settle.rails.sepa
	profile      string
	bic          string // name of the element that holds a BIC
	maxMinor     int64  // a payment above it needs review
	batchBooking string // true, false, or empty for what the bank agreed
	remittance   remittance
}

// New makes the rail from its settings. Everything of them that a file could
// not carry is an error that names the setting.
func New(name string, cfg config.Rail) (rail.Rail, error) {
	w := &painWriter{key: "settle.rails." + name, profile: cfg.Profile, bic: "BICFI", maxMinor: mostMinor}
	switch cfg.Profile {
	case "":
		w.profile = profile09
	case profile03:
		w.bic = "BIC"
	case profile09:
	default:
		return nil, fmt.Errorf("%s.profile: %q, wanted %s or %s", w.key, cfg.Profile, profile03, profile09)
	}
	for _, set := range []func(config.Rail) error{w.setCurrency, w.setMaximum, w.setBooking, w.setRemittance, w.checkDebtor} {
		if err := set(cfg); err != nil {
			return nil, fmt.Errorf("%s.%w", w.key, err)
		}
	}
	return w, nil
}

func (w *painWriter) setCurrency(cfg config.Rail) error {
	for _, c := range cfg.Currencies {
		if c != euro {
			return fmt.Errorf("currencies: %q, wanted EUR, the only currency of SEPA", c)
		}
	}
	return nil
}

func (w *painWriter) setMaximum(cfg config.Rail) error {
	if cfg.MaxAmount == "" {
		return nil
	}
	minor, err := money.Parse(cfg.MaxAmount, euroDigits)
	if err != nil {
		return fmt.Errorf("max_amount: %w", err)
	}
	if minor < 1 || minor > mostMinor {
		return fmt.Errorf("max_amount: %s, wanted 0.01 to %s", cfg.MaxAmount, money.Format(mostMinor, euroDigits))
	}
	w.maxMinor = minor
	return nil
}

func (w *painWriter) setBooking(cfg config.Rail) error {
	words := map[string]string{"": "", "yes": "true", "no": "false"}
	booking, ok := words[cfg.BatchBooking]
	if !ok {
		return fmt.Errorf("batch_booking: %q, wanted yes or no", cfg.BatchBooking)
	}
	w.batchBooking = booking
	return nil
}

func (w *painWriter) setRemittance(cfg config.Rail) (err error) {
	w.remittance, err = parseRemittance(cfg.Remittance)
	return err
}

// checkDebtor finds early what Write would refuse. The account itself is a
// secret, which is resolved later.
func (w *painWriter) checkDebtor(cfg config.Rail) error {
	if cfg.Debtor.Name != "" {
		if _, wrong := nameText(cfg.Debtor.Name); wrong != "" {
			return fmt.Errorf("debtor.name: %s", wrong)
		}
	}
	if bic := normalBIC(cfg.Debtor.BIC); bic != "" {
		if wrong := bicFault(bic); wrong != "" {
			return fmt.Errorf("debtor.bic: %s", wrong)
		}
	}
	return nil
}

// Ending is the ending of submission files.
func (w *painWriter) Ending() string { return "xml" }

// CheckDestination wants an IBAN of the SEPA area and, where there is one, a
// BIC of the right form. It never repeats the IBAN.
func (w *painWriter) CheckDestination(p rail.Payment) (normal, wrong string, warnings []string) {
	normal = normalIBAN(p.Destination)
	if wrong = sepaFault(normal); wrong != "" {
		return normal, wrong, nil
	}
	bic := normalBIC(p.BIC)
	if bic == "" {
		return normal, "", nil
	}
	if wrong = bicFault(bic); wrong != "" {
		return normal, wrong, nil
	}
	if warning := bicWarning(bic, normal); warning != "" {
		warnings = append(warnings, warning)
	}
	return normal, "", warnings
}

// CheckPayment says all that keeps the payment out of a file. A text that
// begins with "review:" is about the amount only: the file can carry it, but
// people must look first.
func (w *painWriter) CheckPayment(p rail.Payment) string {
	var wrong []string
	for _, text := range []string{currencyFault(p.Currency), amountFault(p.AmountMinor), w.textFault(p)} {
		if text != "" {
			wrong = append(wrong, text)
		}
	}
	if len(wrong) == 0 && p.AmountMinor > w.maxMinor {
		return fmt.Sprintf("review: amount %s is above the %s of %s.max_amount",
			money.Format(p.AmountMinor, euroDigits), money.Format(w.maxMinor, euroDigits), w.key)
	}
	return strings.Join(wrong, "; ")
}

// textFault looks at the texts before the payout has its reference and file,
// which are of plain characters.
func (w *painWriter) textFault(p rail.Payment) string {
	if _, wrong := nameText(p.Name); wrong != "" {
		return wrong
	}
	if p.RailRef == "" {
		p.RailRef = "MP"
	}
	_, _, wrong := w.remittance.text(&p, "0000-00")
	if wrong != "" {
		wrong += " or change " + w.key + ".remittance"
	}
	return wrong
}

func currencyFault(currency string) string {
	if currency == euro {
		return ""
	}
	return fmt.Sprintf("currency %q, wanted EUR, the only currency of SEPA", shortText(currency, 10))
}

func amountFault(minor int64) string {
	if minor >= 1 && minor <= mostMinor {
		return ""
	}
	return fmt.Sprintf("amount %s, wanted 0.01 to %s", money.Format(minor, euroDigits), money.Format(mostMinor, euroDigits))
}

// Rewritten tells a name that is transliterated or cut.
func (w *painWriter) Rewritten(name string) string {
	text, wrong := nameText(name)
	if wrong != "" {
		return ""
	}
	return change(name, text)
}

// Write writes one file with one payment information block, or nothing: all
// is checked before the first byte. An error names what is wrong with the
// submission, payment by payment.
func (w *painWriter) Write(out io.Writer, s rail.Submission) ([]rail.Remark, error) {
	d, err := w.prepare(s)
	if err != nil {
		return nil, err
	}
	if err := d.write(out); err != nil {
		return nil, err
	}
	return d.remarks, nil
}

package csv

import (
	"fmt"
	"slices"
	"strings"

	"recon/internal/money"
	"recon/settle/rail"
)

// review begins what a person may decide to do nevertheless.
const review = "review: "

// CheckPayment fills the row of a payment. What is known only when the file is
// written, like the date and the reference, is as long as it can be.
func (t *template) CheckPayment(p rail.Payment) string {
	const period = "2026-08"
	if p.RailRef == "" {
		p.RailRef = "MP202608" + strings.Repeat("A", 24)
	}
	if p.PayoutKey == "" {
		p.PayoutKey = "monthly-payout:" + p.Payee + ":" + period + ":" + p.Currency
	}
	r := t.row(&p, int64(max(t.maxPerFile, 1)), "20260831", period)
	if faults := t.paymentFaults(r); len(faults) > 0 {
		return strings.Join(faults, "; ")
	}
	return t.aboveMaximum(p)
}

// row is a payment with what its row needs. Spaces around values are no part
// of them.
func (t *template) row(p *rail.Payment, no int64, date, period string) *row {
	trimmed := *p
	for _, field := range trimmedFields(&trimmed) {
		*field = strings.TrimSpace(*field)
	}
	r := &row{Payment: &trimmed, no: no, date: date, period: period}
	r.remittance = fill(t.remittance, remittanceFields, r)
	return r
}

func trimmedFields(p *rail.Payment) []*string {
	return []*string{&p.Payee, &p.Name, &p.Bank, &p.Branch, &p.Province, &p.City, &p.BIC, &p.Country}
}

// paymentFaults is everything that keeps a payment out of the file.
func (t *template) paymentFaults(r *row) []string {
	var list []string
	if len(t.currencies) > 0 && !slices.Contains(t.currencies, r.Currency) {
		list = append(list, fmt.Sprintf("currency %s, wanted %s", r.Currency, strings.Join(t.currencies, " or ")))
	} else if !money.IsCurrency(r.Currency) {
		list = append(list, fmt.Sprintf("currency %q, wanted one of ISO 4217", r.Currency))
	}
	if r.AmountMinor <= 0 {
		list = append(list, fmt.Sprintf("amount %s, wanted above zero", money.Format(r.AmountMinor, money.Exponent(r.Currency))))
	}
	if r.Destination == "" {
		list = append(list, "no destination")
	}
	for i := range t.columns {
		c := &t.columns[i]
		if fault := c.fault(t, fill(c.value, rowFields, r)); fault != "" {
			list = append(list, fault)
		}
	}
	return list
}

// aboveMaximum says that a payment is larger than the bank takes.
func (t *template) aboveMaximum(p rail.Payment) string {
	if t.maxAmount == "" {
		return ""
	}
	exponent := money.Exponent(p.Currency)
	most, err := money.Parse(t.maxAmount, exponent)
	if err != nil {
		return fmt.Sprintf("%s.max_amount in %s: %v", t.key, p.Currency, err)
	}
	if p.AmountMinor <= most {
		return ""
	}
	return fmt.Sprintf("%s%s %s is above the %s that the bank takes", review, money.Format(p.AmountMinor, exponent), p.Currency, t.maxAmount)
}

package ingest

import (
	"fmt"
	"regexp"
	"strings"
)

// maxPayeeText is the longest text about a payee, in bytes.
const maxPayeeText = 1000

// row is Layout.Row: payees are no entries and are kept here.
func (f *payeeFile) row(r *Row, _ *Entry) {
	r.Skip = true
	s := f.pieces.of(r)
	readPayee(r, f.payee)
	if code := f.currency.read(r); s.known.of(code) == nil {
		r.Fail(f.currency.cell, notCurrency(code))
	}
	corporate, known := f.corporate.read(r, &s.corporate)
	kyc, stated := f.kyc.read(r, &s.kyc)
	frozen, told := f.frozen.read(r, &s.frozen)
	p := Payee{Line: r.Line}
	f.texts(s, r, &p)
	if r.Failed() || !known || !stated || !told {
		return
	}
	p.Corporate, p.Frozen = answers[corporate] == "yes", answers[frozen] == "yes"
	p.KYC = kycStates[kyc]
	s.list = append(s.list, p)
}

// texts reads the texts of a row. They share one string, as rows are many and
// their texts short.
func (f *payeeFile) texts(s *payeeRows, r *Row, p *Payee) {
	fields := [...]struct {
		from field
		into *string
	}{
		{f.payee, &p.Payee}, {f.name, &p.Name}, {f.country, &p.Country}, {f.currency, &p.Currency}, {f.rail, &p.Rail}, {f.destination, &p.Destination},
		{f.bic, &p.BIC}, {f.bank, &p.Bank}, {f.branch, &p.Branch}, {f.province, &p.Province}, {f.city, &p.City},
	}
	var ends [len(fields)]int
	s.texts = s.texts[:0]
	for i, field := range fields {
		text := field.from.read(r)
		if len(text) > maxPayeeText {
			r.Fail(field.from.cell, fmt.Errorf("%d bytes long, wanted at most %d", len(text), maxPayeeText))
		}
		s.texts = append(s.texts, text...)
		ends[i] = len(s.texts)
	}
	all, from := string(s.texts), 0
	for i, field := range fields {
		*field.into, from = all[from:ends[i]], ends[i]
	}
}

var (
	quotedText  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	ibanForm    = regexp.MustCompile(`(?i)\b[A-Z]{2}[0-9]{2}[0-9A-Z]{8,}\b`)
	accountForm = regexp.MustCompile(`(?i)\b(?:[A-Z]{2})?[0-9](?:[ -]?[0-9A-Z]*[0-9]){7,}|[^\s"]+@[^\s"]+`)
)

// hideAccounts masks what looks like an account number in faults of a file of
// payees: a wrong mapping or header can make an account number appear as a word
// that no setting has.
func hideAccounts(faults []Fault) {
	mask := func(s string) string { return Mask(strings.NewReplacer(" ", "", "-", "").Replace(s)) }
	hide := func(text string) string {
		text = ibanForm.ReplaceAllStringFunc(text, mask)
		return quotedText.ReplaceAllStringFunc(text, func(quoted string) string {
			return `"` + accountForm.ReplaceAllStringFunc(quoted[1:len(quoted)-1], mask) + `"`
		})
	}
	for i := range faults {
		faults[i].Text = hide(faults[i].Text)
	}
}

package sepa

import (
	"fmt"
	"time"

	"recon/internal/calendar"
	"recon/internal/money"
	"recon/settle/rail"
)

// mostSum is the largest sum that CtrlSum holds: 18 digits.
const mostSum = 999_999_999_999_999_999

// document is a submission with its texts as the file has them.
type document struct {
	w       *painWriter
	s       *rail.Submission
	debtor  string
	bic     string
	iban    string
	lines   []line // one per payment
	sum     int64
	remarks []rail.Remark
	faults  faultList
}

// line are a payment's texts as the file has them.
type line struct {
	name, bic, iban, remittance string
}

// prepare checks the submission by the rules of SEPA. With an error there is
// no document.
func (w *painWriter) prepare(s rail.Submission) (*document, error) {
	d := &document{w: w, s: &s, lines: make([]line, len(s.Payments))}
	d.prepareHead()
	d.prepareDebtor()
	seen := make(map[string]int, len(s.Payments))
	for i := range s.Payments {
		d.prepareIDs(i, seen)
		d.preparePayment(i)
	}
	if err := d.faults.err(); err != nil {
		return nil, fmt.Errorf("submission %s: %w", shortText(s.MessageID, 35), err)
	}
	return d, nil
}

func (d *document) prepareHead() {
	s, f := d.s, &d.faults
	f.addWrong("message id", idFault(s.MessageID))
	f.addWrong("payment information id", idFault(s.PaymentInfoID))
	f.addWrong("submission", currencyFault(s.Currency))
	if len(s.Payments) == 0 {
		f.add("no payments, wanted at least one")
	}
	f.addWrong("time of making", createdFault(s.Created))
	f.addWrong("execution date", executionFault(s.Execution, s.Created))
}

// createdFault looks at the time with which the file is made. Fractions of
// seconds would be lost, and years of other than four digits are no xs:dateTime.
func createdFault(created time.Time) string {
	switch year := created.UTC().Year(); {
	case created.IsZero():
		return "not set"
	case year < 2000 || year > 9999:
		return fmt.Sprintf("year %d, wanted 2000 to 9999", year)
	case created.Nanosecond() != 0:
		return "has a fraction of a second, wanted whole seconds"
	}
	return ""
}

// executionFault looks at the date on which the bank pays. Banks refuse a date
// in the past, some of them the whole file. In the west it may still be the day
// before the one in UTC, so that one day is let through.
func executionFault(date calendar.Date, created time.Time) string {
	if date == 0 {
		return "not set"
	}
	if date > calendar.Of(9999, time.December, 31) {
		return "beyond year 9999"
	}
	if made := calendar.Of(created.UTC().Date()); !created.IsZero() && date < made-1 {
		return fmt.Sprintf("%s lies before %s, on which the file is made", date, made)
	}
	return ""
}

func (d *document) prepareDebtor() {
	f := &d.faults
	name, wrong := nameText(d.s.Debtor.Name)
	f.addWrong("debtor", wrong)
	d.remark("", "debtor name", change(d.s.Debtor.Name, name))
	d.debtor, d.iban, d.bic = name, normalIBAN(d.s.Debtor.IBAN), normalBIC(d.s.Debtor.BIC)
	f.addWrong("debtor", sepaFault(d.iban))
	if d.bic != "" {
		f.addWrong("debtor", bicFault(d.bic))
	}
}

// prepareIDs wants a reference that is in the file only once.
func (d *document) prepareIDs(i int, seen map[string]int) {
	ref := d.s.Payments[i].RailRef
	if wrong := idFault(ref); wrong != "" {
		d.faults.add("payment %d: rail reference %s", i+1, wrong)
		return
	}
	if first, twice := seen[ref]; twice {
		d.faults.add("payment %d: rail reference %s is that of payment %d too", i+1, ref, first)
		return
	}
	seen[ref] = i + 1
}

func (d *document) preparePayment(i int) {
	p, l := &d.s.Payments[i], &d.lines[i]
	var wrong [6]string
	wrong[0] = currencyFault(p.Currency)
	wrong[1] = amountFault(p.AmountMinor)
	l.name, wrong[2] = nameText(p.Name)
	l.iban = normalIBAN(p.Destination)
	wrong[3] = sepaFault(l.iban)
	if l.bic = normalBIC(p.BIC); l.bic != "" {
		wrong[4] = bicFault(l.bic)
	}
	found := ""
	found, l.remittance, wrong[5] = d.w.remittance.text(p, d.s.Period)
	for _, text := range wrong {
		if text != "" {
			d.faults.add("payment %d, %s: %s", i+1, shortText(p.RailRef, 35), text)
		}
	}
	if len(d.faults.texts) > 0 {
		return
	}
	d.remark(p.RailRef, "name", change(p.Name, l.name))
	d.remark(p.RailRef, "bic", change(p.BIC, l.bic))
	d.remark(p.RailRef, "remittance", change(found, l.remittance))
	d.add(i, p.AmountMinor)
}

func (d *document) remark(ref, field, text string) {
	if text != "" {
		d.remarks = append(d.remarks, rail.Remark{RailRef: ref, Field: field, Text: text})
	}
}

// add counts a payment into the sum. It ends at the first fault, so that the
// sum cannot overflow.
func (d *document) add(i int, minor int64) {
	if d.sum += minor; d.sum > mostSum {
		d.faults.add("payment %d: the sum is beyond %s", i+1, money.Format(mostSum, euroDigits))
	}
}

package settle

import (
	"fmt"

	"recon/settle/rail"
)

// booking lets one debit for several payouts count. The bank does not say
// which of them it holds: the sum must.
func (m *machine) booking(e said) {
	all, ok := m.members(e)
	if !ok {
		return
	}
	if _, before := m.applied(e); before { // a statement that is sent again
		m.out.Repeated++
		return
	}
	switch first := all[0]; {
	case e.Currency != "" && e.Currency != first.Currency:
		m.except(e, CurrencyDiffers, first, fmt.Sprintf("currency %q, the payouts are in %s", plain(e.Currency), first.Currency))
	case !e.HasAmount || e.AmountMinor <= 0:
		m.except(e, BookingSum, first, "no amount, wanted the sum of the payouts")
	case e.Next == rail.Paid:
		m.debit(e, all)
	case e.Next == rail.Returned:
		m.credit(e, all)
	default:
		m.except(e, UnknownCode, first, fmt.Sprintf("a booking that says %q", e.Next))
	}
}

// debit finds the payouts that a debit holds: those open at the bank, and
// perhaps those known as paid already, and perhaps those that failed, which
// some banks debit with the rest and credit one by one.
func (m *machine) debit(e said, all []*Attempt) {
	open := those(all, atBank)
	out := those(all, func(s rail.State) bool { return s == rail.Paid || s == rail.Returned })
	failed := those(all, func(s rail.State) bool { return s == rail.Failed })
	switch {
	case e.fits(out) && e.fits(open):
		m.except(e, BookingSum, all[0], e.sums(open, out, failed)+"; the paid ones again or the open ones, nobody can tell")
	case e.fits(out) && m.debitedBefore(e, out):
		m.except(e, PaidTwice, all[0], fmt.Sprintf("another debit of the account for all %d payouts: ask the bank for the money back", len(out)))
	case e.fits(out):
		m.out.Repeated++
	case e.fits(open), e.fits(open, out):
		m.payAll(e, open)
	case e.fits(open, failed), e.fits(open, out, failed):
		m.payAll(e, open)
		m.exceptFor(e, BookingWithFailed, failed, fmt.Sprintf(
			"the debit also holds %d payouts that failed: their money must come back, or they were paid after all", len(failed)))
	default:
		m.except(e, BookingSum, all[0], e.sums(open, out, failed))
	}
}

// debitedBefore reports whether an account statement shows one debit for
// payouts each of which has another debit of the same account already.
func (m *machine) debitedBefore(e said, all []*Attempt) bool {
	for _, a := range all {
		if !m.booked[a.No] && !m.otherDebit(e, a) {
			return false
		}
	}
	return m.isStatement
}

// payAll lets one debit pay several payouts.
func (m *machine) payAll(e said, of []*Attempt) {
	for _, a := range of {
		m.booked[a.No] = true
	}
	m.stepAll(e, of)
}

// credit takes back a whole debit.
func (m *machine) credit(e said, all []*Attempt) {
	paid := those(all, func(s rail.State) bool { return s == rail.Paid })
	open := those(all, atBank)
	back := those(all, func(s rail.State) bool { return s == rail.Returned })
	switch {
	case e.fits(back) && e.fits(paid):
		m.except(e, BookingSum, all[0], e.sums(open, paid, nil)+"; those returned again or the paid ones, nobody can tell")
	case e.fits(back):
		m.out.Repeated++
	case e.fits(paid):
		m.stepAll(e, paid)
	case e.fits(paid, open):
		m.stepAll(e, paid)
		m.stepAll(e, open)
	default:
		m.except(e, BookingSum, all[0], e.sums(open, paid, nil))
	}
}

func (m *machine) stepAll(e said, of []*Attempt) {
	for _, a := range of {
		m.step(e, a)
	}
}

// fits reports whether groups of payouts together are the amount of a booking.
func (e said) fits(groups ...[]*Attempt) bool {
	var of []*Attempt
	for _, g := range groups {
		of = append(of, g...)
	}
	sum, ok := sumOf(of)
	return ok && sum == e.AmountMinor
}

func (e said) sums(open, out, failed []*Attempt) string {
	text := fmt.Sprintf("%s for one group", amountText(e.AmountMinor, e.currency(open, out, failed)))
	for _, part := range []struct {
		of   []*Attempt
		word string
	}{{open, "open"}, {out, "paid"}, {failed, "failed"}} {
		if sum, ok := sumOf(part.of); ok {
			text += fmt.Sprintf("; %d %s are %s", len(part.of), part.word, amountText(sum, e.currency(open, out, failed)))
		}
	}
	return text
}

func (e said) currency(groups ...[]*Attempt) string {
	for _, g := range groups {
		if len(g) > 0 {
			return g[0].Currency
		}
	}
	return e.Currency
}

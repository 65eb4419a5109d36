package settle

import (
	"fmt"

	"recon/internal/money"
	"recon/settle/rail"
)

// payout lets a signal about one payout count.
func (m *machine) payout(e said) {
	a, ok := m.find(e.RailRef)
	if !ok {
		m.except(e, UnknownPayout, nil, fmt.Sprintf("reference %q is none of ours", plain(e.RailRef)))
		return
	}
	if kind, detail := m.differs(e, a); kind != "" {
		m.except(e, kind, a, detail)
		return
	}
	if m.past(e, a) {
		return
	}
	if m.secondDebit(e, a) {
		m.except(e, PaidTwice, a, "another debit of the account is for this payout already: ask the bank for the money back")
		return
	}
	m.step(e, a)
}

// secondDebit reports whether an account statement shows a debit for a payout
// that has one already, in this file or in an earlier one of the same account.
// The same debit comes again under the same evidence, and that past knows;
// another word that it is paid, like a notification's, is no debit here.
func (m *machine) secondDebit(e said, a *Attempt) bool {
	if !m.isStatement || e.Next != rail.Paid {
		return false
	}
	if m.debited[a.No] {
		return true
	}
	m.debited[a.No] = true
	return m.otherDebit(e, a)
}

// otherDebit reports whether the books know another debit of the same account
// that made a payout paid.
func (m *machine) otherDebit(e said, a *Attempt) bool {
	book, ok := m.book.(Debits)
	if !ok {
		return false
	}
	source, evidence, known := book.Debit(a.No)
	return known && source == e.source && evidence != e.evidence
}

// differs says why a signal cannot be about the payout that it names.
func (m *machine) differs(e said, a *Attempt) (kind, detail string) {
	switch {
	case stated(e.MessageID) && a.MessageID != "" && e.MessageID != a.MessageID:
		return OtherBatch, fmt.Sprintf("about file %q, the payout stands in file %q", plain(e.MessageID), a.MessageID)
	case unsent(a.State):
		return NotSubmitted, fmt.Sprintf("the payout is %s and in no file that was sent", a.State)
	case e.Currency != "" && e.Currency != a.Currency:
		return CurrencyDiffers, fmt.Sprintf("currency %q, the payout is in %s", plain(e.Currency), a.Currency)
	case e.HasAmount && e.AmountMinor != a.AmountMinor:
		return AmountDiffers, fmt.Sprintf("%s, the payout is %s", amountText(e.AmountMinor, a.Currency), amountText(a.AmountMinor, a.Currency))
	}
	return "", ""
}

// past reports whether the books know the event already.
func (m *machine) past(e said, a *Attempt) bool {
	before, ok := m.applied(e)
	if !ok {
		return false
	}
	later := !e.at.IsZero() && before.OccurredAt.UnixMicro() != e.at.UnixMicro()
	if before.RailRef != e.RailRef || before.Code != e.code || later {
		m.except(e, EventChanged, a, fmt.Sprintf("was %q of payout %s before; the first one stands", before.Code, before.RailRef))
		return true
	}
	m.out.Repeated++
	return true
}

// applied is the transition that a signal with an identity of its own caused
// when it came before.
func (m *machine) applied(e said) (Applied, bool) {
	book, ok := m.book.(Past)
	if !ok || e.Evidence == "" {
		return Applied{}, false
	}
	return book.Applied(e.source, e.evidence)
}

// step moves one attempt as far as a signal says.
func (m *machine) step(e said, a *Attempt) {
	negative := e.Next == rail.Failed || e.Next == rail.Cancelled
	switch {
	case e.Unclear, negative && atBank(a.State) && m.inDoubt(a):
		m.doubt(e, a)
	case e.Next == rail.Paid && released(a.State):
		m.except(e, PaidAfterFailed, a, fmt.Sprintf("the payout is %s and its money was released: it may have gone twice", a.State))
	default:
		m.walk(e, a)
	}
}

// walk follows the path of a signal.
func (m *machine) walk(e said, a *Attempt) {
	states := path(a.State, e.Next)
	if len(states) == 0 && a.Unclear && a.State == rail.Processing && e.Next == rail.Processing {
		states = []rail.State{rail.Processing} // it is clear again that the bank has it
	}
	if len(states) == 0 {
		m.out.Repeated++
		return
	}
	for i, to := range states {
		evidence := e.evidence
		if i < len(states)-1 {
			evidence += "+" + string(to)
		}
		m.move(e, a, to, evidence, false)
	}
}

// doubt marks an attempt of which nobody knows whether its money moved. It
// never fails and never releases anything.
func (m *machine) doubt(e said, a *Attempt) {
	if !atBank(a.State) || a.Unclear {
		m.out.Repeated++
		return
	}
	m.move(e, a, a.State, e.evidence, true)
}

// inDoubt reports whether the same file says of the attempt's file or group
// that it is unclear: what it says of single payouts then only repeats that.
func (m *machine) inDoubt(a *Attempt) bool {
	return m.doubted[a.MessageID] || m.doubted[a.PaymentInfoID]
}

func (m *machine) move(e said, a *Attempt, to rail.State, evidence string, unclear bool) {
	m.out.Transitions = append(m.out.Transitions, Transition{
		AttemptNo: a.No, From: a.State, To: to, Source: e.source, Evidence: evidence, Line: e.Line,
		Code: e.code, Reason: e.reason, Fixable: e.fixable, Unclear: unclear, OccurredAt: e.at,
	})
	a.State, a.Unclear = to, unclear
}

// verification keeps the answer of a payee-verification for people.
func (m *machine) verification(e said) {
	v := Verification{
		Line: e.Line, RailRef: plain(e.RailRef), MessageID: plain(e.MessageID), PaymentInfo: plain(e.PaymentInfoID),
		Code: e.code, Reason: e.reason,
	}
	if a, ok := m.find(e.RailRef); ok {
		v.AttemptNo = a.No
	}
	m.out.Verifications = append(m.out.Verifications, v)
}

func amountText(minor int64, currency string) string {
	return money.Format(minor, money.Exponent(currency)) + " " + currency
}

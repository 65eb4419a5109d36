package settle

import "recon/settle/rail"

// The kinds of exception: things a person should look at and that moved no
// payout by themselves.
const (
	UnknownPayout     = "unknown_payout"      // a reference, file or group that is none of ours
	AmountDiffers     = "amount"              // about one of ours, with another amount
	CurrencyDiffers   = "currency"            // the same with another currency
	OtherBatch        = "other_batch"         // about one of ours, but in a file it does not stand in
	NotSubmitted      = "not_submitted"       // a bank speaks of a payout that was never sent
	PaidAfterFailed   = "paid_after_failed"   // paid although its money was released
	PaidTwice         = "paid_twice"          // a second debit of the account for one payout
	RejectedAfterPaid = "rejected_after_paid" // a whole file refused of which payouts are paid
	StillUnclear      = "still_unclear"       // a whole file refused of which payouts are unclear
	BookingSum        = "booking_sum"         // one debit for several payouts that fits none of their sums
	BookingWithFailed = "booking_with_failed" // one debit for several payouts, failed ones among them
	UnknownCode       = "unknown_code"        // a code without a meaning
	EventChanged      = "event_changed"       // an event that came before with another content
	FutureDated       = "future_dated"        // an event from after the time of reading
)

// Exception is one signal that changed nothing and that a person should look
// at. A signal has at most one of each kind.
type Exception struct {
	Source, Evidence string
	Line             int64
	Kind             string
	RailRef          string // as stated, or of the first payout concerned; may be empty
	Code             string
	Detail           string
	Currency         string
	AmountMinor      int64 // as stated; of the payouts concerned when nothing is stated
}

// except records an exception. a is the payout concerned, if it is known.
func (m *machine) except(e said, kind string, a *Attempt, detail string) {
	x := Exception{
		Source: e.source, Evidence: e.evidence, Line: e.Line, Kind: kind, RailRef: plain(e.RailRef), Code: e.code,
		Detail: detail, Currency: plain(e.Currency), AmountMinor: e.AmountMinor,
	}
	if e.reason != "" && kind != UnknownCode {
		x.Detail += " (" + e.reason + ")"
	}
	if a != nil {
		x.RailRef = a.RailRef
		if x.Currency == "" {
			x.Currency = a.Currency
		}
		if !e.HasAmount {
			x.AmountMinor = a.AmountMinor
		}
	}
	m.out.Exceptions = append(m.out.Exceptions, x)
}

// exceptFor records one exception for several payouts: the sum of their
// amounts, the reference of the first.
func (m *machine) exceptFor(e said, kind string, of []*Attempt, detail string) {
	if len(of) == 0 {
		return
	}
	sum, ok := sumOf(of)
	if !ok {
		detail += "; their sum is beyond the range of an amount"
	}
	whole := *of[0]
	whole.AmountMinor = sum
	m.except(e, kind, &whole, detail)
}

// sumOf adds the amounts of attempts. Not ok means that they do not fit.
func sumOf(of []*Attempt) (sum int64, ok bool) {
	for _, a := range of {
		if a.AmountMinor < 0 || sum+a.AmountMinor < sum {
			return 0, false
		}
		sum += a.AmountMinor
	}
	return sum, true
}

// those picks the attempts in one of some states.
func those(of []*Attempt, is func(rail.State) bool) []*Attempt {
	var out []*Attempt
	for _, a := range of {
		if is(a.State) {
			out = append(out, a)
		}
	}
	return out
}

package event

import (
	"strings"
	"time"

	"recon/settle/rail"
)

// stripe is the built-in sender: Stripe's events with a payout in data.object.
// Amounts are in the minor units that Stripe counts in.
type stripe struct{}

// stripeTypes are the types that say by themselves what happened; an update
// says it by the payout's status.
var stripeTypes = map[string]rail.State{
	"payout.created": rail.Submitted, "payout.paid": rail.Paid, "payout.failed": rail.Failed, "payout.canceled": rail.Cancelled,
}

var stripeStatus = map[string]rail.State{
	"pending": rail.Submitted, "in_transit": rail.Processing, "paid": rail.Paid, "failed": rail.Failed, "canceled": rail.Cancelled,
}

// fit is above that of any sender of the settings.
func (stripe) fit(o object) int {
	if o.text("object") != "event" || o.text("type") == "" {
		return 0
	}
	return 5
}

func (stripe) read(o object) (e event, err error) {
	e = event{source: "stripe"}
	if e.kind, err = o.id("type"); err != nil {
		return e, err
	}
	if e.id, err = o.id("id"); err != nil {
		return e, err
	}
	if e.note = notAPayout(o, e.kind); e.note != "" {
		return e, nil
	}
	return e, fillStripe(o, e.kind, &e.signal)
}

// notAPayout says why an event moves no payout, or nothing.
func notAPayout(o object, kind string) string {
	switch {
	case !strings.HasPrefix(kind, "payout."):
		return "not about a payout"
	case o.at("livemode") == false:
		return "of test mode"
	case kind == "payout.reconciliation_completed":
		return "says nothing about the payout's state"
	}
	return ""
}

func fillStripe(o object, kind string, s *rail.Signal) (err error) {
	const payout = "data.object."
	if s.RailRef = o.text(payout + "metadata.rail_ref"); s.RailRef == "" {
		s.RailRef = o.text(payout + "metadata.payout_ref")
	}
	if s.OccurredAt, err = o.instant("created", clock{unit: time.Second}); err != nil {
		return err
	}
	if s.Currency, err = o.currency(payout + "currency"); err != nil {
		return err
	}
	if s.AmountMinor, err = o.amount(payout+"amount", "minor", "stripe", s.Currency); err != nil {
		return err
	}
	s.HasAmount = true
	s.Next = stripeTypes[kind]
	if kind == "payout.updated" {
		s.Next = stripeStatus[o.text(payout+"status")]
	}
	if s.Next == "" {
		s.Note = "status " + quote(o.text(payout+"status"))
	}
	if s.Next == rail.Failed {
		because(s, o.text(payout+"failure_code"), o.text(payout+"failure_message"))
	}
	return nil
}

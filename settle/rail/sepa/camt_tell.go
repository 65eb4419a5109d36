package sepa

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"recon/settle/rail"
)

const (
	debit  = "DBIT"
	credit = "CRDT"
)

// tell says what a booked movement means for payouts.
func (c *camt) tell(n *entry) {
	for i := range n.batches {
		b := &n.batches[i]
		listed := 0
		for j := range b.details {
			if d := &b.details[j]; d.refs.payout() != "" {
				listed++
				c.tellPayout(n, b, d, len(n.batches) == 1 && b.all == 1)
			}
		}
		c.tellRest(n, b, listed)
	}
}

// tellPayout says what a movement with a reference of ours means. sole is a
// detail that is all of its entry.
func (c *camt) tellPayout(n *entry, b *batch, d *detail, sole bool) {
	s := rail.Signal{Level: rail.Payout, Line: d.line, RailRef: d.refs.payout(), Code: n.side, Reasons: d.reasons}
	s.MessageID, s.PaymentInfoID = sent(&d.refs, &b.refs)
	if d.side != "" {
		s.Code = d.side
	}
	s.Next, s.Note = n.meaning(d, s.Code)
	for _, r := range s.Reasons {
		s.Fixable = s.Fixable || s.Next == rail.Returned && rail.Fixable(r.Code)
	}
	if amount := d.stated(n, s.Next, sole); amount.text != "" {
		s.Currency = amount.currency
		s.AmountMinor, s.HasAmount = c.minor(amount)
	}
	c.say(n, s)
}

// meaning is what a movement does to the payout. The money's side decides: a
// debit pays, and a credit that says that it is a return brings the money back.
func (n *entry) meaning(d *detail, side string) (next rail.State, note string) {
	back := d.returned || d.kind.returns() || n.kind.returns() && n.side == side
	reversal := n.reversal == "true" || n.reversal == "1"
	switch {
	case side == debit && !back && !reversal && n.side == debit:
		return rail.Paid, ""
	case side == credit && (back || reversal):
		return rail.Returned, ""
	case side == credit:
		return "", "a credit with the payout's reference that does not say that it is a return; ask the bank"
	case side == debit:
		return "", "a debit that takes back a credit or is inside one; ask the bank"
	}
	return "", fmt.Sprintf("neither debit nor credit: %q", side)
}

// stated is the amount that is compared with the payout: what we instructed,
// or of a return what came back. Empty: the bank does not state it.
func (d *detail) stated(n *entry, next rail.State, sole bool) value {
	switch {
	case next != rail.Returned && d.instructed.text != "":
		return d.instructed
	case d.amount.text != "":
		return d.amount
	case sole:
		return n.amount
	}
	return d.instructed
}

// tellRest says what a movement means for the payouts of a batch that it does
// not list one by one.
func (c *camt) tellRest(n *entry, b *batch, listed int) {
	s := rail.Signal{Level: rail.Booking, Line: n.line, Code: n.side, Currency: n.amount.currency}
	s.MessageID, s.PaymentInfoID = b.sent()
	if s.MessageID == "" && s.PaymentInfoID == "" || n.complete(b, listed) {
		return
	}
	switch total, ok := c.rest(n, b); {
	case n.side != debit || n.kind.returns() || n.reversal == "true" || n.reversal == "1":
		s.Note = "money comes back for a batch and the bank does not list for which payouts; ask for the list"
	case !ok:
		s.Note = "the bank does not state how much of the debit is for which payouts of the batch; ask for the list"
	case total <= 0:
		return
	default:
		s.Next, s.AmountMinor, s.HasAmount = rail.Paid, total, true
	}
	c.say(n, s)
}

// complete reports whether all payouts of a batch are listed.
func (n *entry) complete(b *batch, listed int) bool {
	count, err := strconv.Atoi(b.count)
	return listed > 0 && listed == b.all && (err != nil || count <= listed)
}

// rest is what a batch booked beyond the payouts that it lists.
func (c *camt) rest(n *entry, b *batch) (minor int64, ok bool) {
	total := b.total
	if total.text == "" {
		total = n.amount
		if len(n.batches) > 1 {
			return 0, false
		}
	}
	if minor, ok = c.minor(total); !ok {
		return 0, false
	}
	for i := range b.details {
		d := &b.details[i]
		if d.refs.payout() == "" {
			continue
		}
		if d.amount.text == "" || d.amount.currency != total.currency || d.side == credit {
			return 0, false
		}
		listed, ok := c.minor(d.amount)
		if !ok || listed > minor {
			return 0, false
		}
		minor -= listed
	}
	return minor, true
}

// sent is the file and group of ours that a batch is of.
func (b *batch) sent() (message, group string) {
	message, group = sent(&b.refs)
	for i := range b.details {
		if message == "" && group == "" {
			message, group = sent(&b.details[i].refs)
		}
	}
	return message, group
}

// sent is the file and group of ours that the first of refs names.
func sent(refs ...*references) (message, group string) {
	for _, r := range refs {
		if message == "" {
			message = ours(messagePrefix, r.message)
		}
		if group == "" {
			group = ours(groupPrefix, r.group)
		}
	}
	return message, group
}

// say keeps a signal with the identity of its entry, so that a statement that
// is sent again says nothing new. The account stands in it as a hash only.
func (c *camt) say(n *entry, s rail.Signal) {
	s.OccurredAt = n.booked
	if n.booked.IsZero() || n.booked.After(c.now.created) && !c.now.created.IsZero() {
		s.OccurredAt = c.now.created // a date is the midnight of no zone, and may lie ahead
	}
	identity := fmt.Sprintf("%q %q %q %d %q %q %q %q %q %d %q %v %s", c.now.account, c.now.id, c.now.sequence, c.now.entries,
		s.Level, s.MessageID, s.PaymentInfoID, s.RailRef, s.Code, s.AmountMinor, s.Currency, s.Reasons, s.OccurredAt)
	sum := sha256.Sum256([]byte(identity))
	s.Source, s.Evidence = c.file.Kind+" "+fourOf(c.now.account), hex.EncodeToString(sum[:16])
	c.add(s)
}

// Our references have a form of their own, so that payments of other programs
// on the same account are told from ours.
const (
	payoutPrefix  = "MP"
	messagePrefix = "ME"
	groupPrefix   = "PI"
	sentLength    = 32
)

// payout is the payout that a movement is of, or nothing.
func (r *references) payout() string {
	if ref := ours(payoutPrefix, r.endToEnd); ref != "" {
		return ref
	}
	return ours(payoutPrefix, r.instruction)
}

// ours reports whether any reference is one of ours.
func (r *references) ours() bool {
	return r.payout() != "" || ours(messagePrefix, r.message) != "" || ours(groupPrefix, r.group) != ""
}

// ours is a reference if it has the form of ours: a prefix, the month and 24
// characters of base32.
func ours(prefix, ref string) string {
	if len(ref) != sentLength || ref[:len(prefix)] != prefix {
		return ""
	}
	for i := len(prefix); i < len(ref); i++ {
		c := ref[i]
		month := i < len(prefix)+6
		if month && (c < '0' || c > '9') || !month && (c < 'A' || c > 'Z') && (c < '2' || c > '7') {
			return ""
		}
	}
	return ref
}

package sepa

import (
	"fmt"
	"slices"
	"strings"

	"recon/settle/rail"
)

// judge turns what the report says into signals: the whole file, then each
// group before its payouts.
func (p *report) judge(acscIsPaid bool) {
	v := verdict{acscIsPaid: acscIsPaid, foreign: p.foreign()}
	whole := v.of(rail.File, &p.whole)
	whole.MessageID = reference(p.whole.id)
	p.add(&p.whole, whole)
	groups := make([]rail.Signal, len(p.groups))
	for i := range p.groups {
		groups[i] = v.of(rail.Group, &p.groups[i], &whole)
		groups[i].MessageID, groups[i].PaymentInfoID = whole.MessageID, reference(p.groups[i].id)
	}
	next := 0
	for i := range p.groups {
		p.add(&p.groups[i], groups[i])
		for ; next < len(p.payouts) && p.payouts[next].group == i; next++ {
			p.addPayout(v, &p.payouts[next], &groups[i], &whole)
		}
	}
}

// foreign is the message that the report answers, when it is not a credit
// transfer; then nothing in it is about payouts.
func (p *report) foreign() string {
	if about := strings.ToLower(p.about); strings.HasPrefix(about, "pain.") && !strings.HasPrefix(about, "pain.001") {
		return p.about
	}
	return ""
}

func (p *report) add(s *status, signal rail.Signal) {
	if !s.said() {
		return
	}
	signal.Line, signal.OccurredAt = s.line, p.file.Created
	p.file.Signals = append(p.file.Signals, signal)
}

// addPayout adds what is said of a payout. One without any status is told too:
// it is in the report for a reason.
func (p *report) addPayout(v verdict, s *status, group, whole *rail.Signal) {
	signal := v.of(rail.Payout, s, group, whole)
	signal.MessageID, signal.PaymentInfoID, signal.RailRef = group.MessageID, group.PaymentInfoID, s.reference()
	if s.amount.text != "" {
		signal.AmountMinor, signal.HasAmount = p.minor(s.amount)
		signal.Currency = s.amount.currency
	}
	signal.Line, signal.OccurredAt = s.line, p.file.Created
	p.file.Signals = append(p.file.Signals, signal)
}

// verdict says what codes mean.
type verdict struct {
	acscIsPaid bool
	foreign    string
}

// of is what is said of something inside above, the nearest first.
func (v verdict) of(level rail.Level, s *status, above ...*rail.Signal) rail.Signal {
	signal := rail.Signal{Level: level, Code: s.code, Reasons: s.reasons}
	if v.foreign != "" {
		signal.Note = fmt.Sprintf("answers %s, not a credit transfer", v.foreign)
		return signal
	}
	v.mean(&signal)
	if signal.Next == rail.Failed {
		v.reject(&signal, above)
	}
	if changed(s.reasons) && signal.Next == rail.Processing && signal.Note == "" {
		signal.Note = "the bank changed the execution date"
	}
	return signal
}

// mean sets what a code means by itself.
func (v verdict) mean(s *rail.Signal) {
	c, known := codes[s.Code]
	switch {
	case s.Code == "" && changed(s.Reasons):
		s.Next = rail.Processing
	case s.Code == "":
		s.Note = "no status stated"
	case !known:
		s.Note = fmt.Sprintf("unknown code %q", s.Code)
	case c.single && s.Level != rail.Payout:
		s.Note = fmt.Sprintf("%s has a meaning for single payments only", s.Code)
	default:
		s.Next, s.Note, s.Partly, s.Verification = c.next, c.note, c.partly, c.verification
	}
	if s.Code == "ACSC" && v.acscIsPaid {
		s.Next, s.Note = rail.Paid, ""
	}
}

// reject looks at why something was rejected. A duplicate, or anything inside
// a duplicate, is unclear: the first copy may be on its way. A changed date is
// no failure. What has no reason of its own has that of what it is in.
func (v verdict) reject(s *rail.Signal, above []*rail.Signal) {
	doubted := slices.ContainsFunc(above, func(a *rail.Signal) bool { return a.Unclear })
	if s.Level == rail.Payout {
		s.Fixable = slices.ContainsFunc(s.Reasons, func(r rail.Reason) bool { return rail.Fixable(r.Code) })
	}
	for _, a := range above {
		if len(s.Reasons) == 0 && a.Code == s.Code {
			s.Reasons = a.Reasons
		}
	}
	switch {
	case doubted || slices.ContainsFunc(s.Reasons, duplicate):
		s.Next, s.Unclear, s.Fixable = "", true, false
		s.Note = "refused as a duplicate: an earlier copy may be executed; ask the bank, do not send it again"
	case changed(s.Reasons):
		s.Next, s.Note = rail.Processing, "rejected, and yet the only reason is a changed execution date; ask the bank"
	}
}

// duplicate reports whether a reason says that the bank has had the same
// before. Banks also say it in words, with a code that says nothing.
func duplicate(r rail.Reason) bool {
	if duplicates[r.Code] {
		return true
	}
	if len(r.Code) == 4 && r.Code != narrative && codeShaped(r.Code) {
		return false
	}
	text := strings.ToLower(r.Code + " " + r.Text)
	return slices.ContainsFunc(sayDuplicate, func(word string) bool { return strings.Contains(text, word) })
}

// codeShaped reports whether a reason is a code of ISO 20022, which says what
// it means.
func codeShaped(code string) bool {
	return strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// changed reports whether all reasons are that the date was moved.
func changed(list []rail.Reason) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(r rail.Reason) bool { return r.Code != "DT06" && r.Code != "CH19" })
}

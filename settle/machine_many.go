package settle

import (
	"fmt"
	"slices"

	"recon/settle/rail"
)

// many lets a signal about a whole file or group count, for the payouts that
// have no signal of their own in this status file and that a bank has.
func (m *machine) many(e said) {
	all, ok := m.members(e)
	if !ok || e.Partly && !e.Unclear { // only payouts that are listed change
		return
	}
	var early, late, unclear, gone []*Attempt
	negative := !e.Unclear && (e.Next == rail.Failed || e.Next == rail.Cancelled)
	for _, a := range all {
		switch {
		case m.listed[a.RailRef]:
		case unsent(a.State):
			early = append(early, a)
		case negative && a.State == rail.Paid:
			late = append(late, a)
		case negative && a.Unclear && !m.inDoubt(a):
			unclear = append(unclear, a)
		case e.Next == rail.Paid && released(a.State):
			gone = append(gone, a)
		default:
			m.step(m.because(e, a), a)
		}
	}
	m.exceptFor(e, NotSubmitted, early, fmt.Sprintf("%d payouts of it are in no file that was sent", len(early)))
	m.exceptFor(e, RejectedAfterPaid, late, fmt.Sprintf("%d payouts of it are paid; they stay paid", len(late)))
	m.exceptFor(e, StillUnclear, unclear, fmt.Sprintf(
		"%d payouts of it are unclear, because a copy of the file was refused as a duplicate; they wait for a word about each of them", len(unclear)))
	m.exceptFor(e, PaidAfterFailed, gone, fmt.Sprintf("%d payouts of it failed and their money was released: it may have gone twice", len(gone)))
}

// because is what is said of a file, with the reasons that the status file
// gives for one payout of it, if it does.
func (m *machine) because(e said, a *Attempt) said {
	own, ok := m.wordless[a.RailRef]
	if !ok {
		return e
	}
	m.heard[a.RailRef] = true
	if len(own.Reasons) == 0 {
		return e
	}
	s := *e.Signal
	s.Reasons = own.Reasons
	e.Signal, e.code, e.reason = &s, codeOf(&s), reasonOf(&s)
	e.fixable = slices.ContainsFunc(s.Reasons, func(r rail.Reason) bool { return rail.Fixable(r.Code) })
	return e
}

// members are the payouts of the file or group that a signal is about. Not ok
// means that there are none, which is an exception.
func (m *machine) members(e said) ([]*Attempt, bool) {
	found, what := m.book.ByMessage, "file"
	id := e.MessageID
	if e.Level != rail.File {
		if id = groupOf(e.Signal); stated(e.PaymentInfoID) {
			found, what = m.book.ByGroup, "group"
		}
	}
	var all []*Attempt
	if stated(id) {
		for _, a := range found(id) {
			all = append(all, m.current(a))
		}
	}
	if len(all) == 0 {
		m.except(e, UnknownPayout, nil, fmt.Sprintf("%s %q is none of ours", what, plain(id)))
		return nil, false
	}
	if what == "group" && stated(e.MessageID) {
		for _, a := range all {
			if a.MessageID != "" && a.MessageID != e.MessageID {
				m.except(e, OtherBatch, a, fmt.Sprintf("group %q stands in file %q, not in %q", plain(id), a.MessageID, plain(e.MessageID)))
				return nil, false
			}
		}
	}
	all = m.still(e, all, what, id)
	return all, len(all) > 0
}

// still leaves out the payouts of a file that was taken back as never sent and
// that stand in another one by now: what a bank says of the first file is not
// about the second. That it says anything means that it has both.
func (m *machine) still(e said, all []*Attempt, what, id string) []*Attempt {
	var here, moved []*Attempt
	for _, a := range all {
		now := a.MessageID
		if what == "group" {
			now = a.PaymentInfoID
		}
		if now != "" && now != id {
			moved = append(moved, a)
			continue
		}
		here = append(here, a)
	}
	if len(moved) > 0 {
		m.exceptFor(e, OtherBatch, moved, fmt.Sprintf(
			"about %s %q, which was taken back; %d payouts of it stand in file %q by now: a bank that has both pays twice", what, plain(id), len(moved), moved[0].MessageID))
	}
	return here
}

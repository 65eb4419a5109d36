package settle

import (
	"fmt"

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
			m.step(e, a)
		}
	}
	m.exceptFor(e, NotSubmitted, early, fmt.Sprintf("%d payouts of it are in no file that was sent", len(early)))
	m.exceptFor(e, RejectedAfterPaid, late, fmt.Sprintf("%d payouts of it are paid; they stay paid", len(late)))
	m.exceptFor(e, StillUnclear, unclear, fmt.Sprintf(
		"%d payouts of it are unclear, because a copy of the file was refused as a duplicate; they wait for a word about each of them", len(unclear)))
	m.exceptFor(e, PaidAfterFailed, gone, fmt.Sprintf("%d payouts of it failed and their money was released: it may have gone twice", len(gone)))
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
	if what == "group" && stated(e.MessageID) && e.Level == rail.Group {
		for _, a := range all {
			if a.MessageID != "" && a.MessageID != e.MessageID {
				m.except(e, OtherBatch, a, fmt.Sprintf("group %q stands in file %q, not in %q", plain(id), a.MessageID, plain(e.MessageID)))
				return nil, false
			}
		}
	}
	return all, true
}

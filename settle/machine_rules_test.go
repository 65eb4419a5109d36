package settle

import (
	"testing"
	"time"

	"recon/settle/rail"
)

// TestOnePayout holds what every signal does in every state.
func TestOnePayout(t *testing.T) {
	said := []rail.State{rail.Submitted, rail.Processing, rail.Paid, rail.Failed, rail.Cancelled, rail.Returned}
	want := map[rail.State][]string{
		rail.Review:  {"not_submitted a", "not_submitted a", "not_submitted a", "not_submitted a", "not_submitted a", "not_submitted a"},
		rail.Pending: {"not_submitted a", "not_submitted a", "not_submitted a", "not_submitted a", "not_submitted a", "not_submitted a"},
		rail.Submitted: {
			"repeated 1", "a submitted->processing", "a submitted->paid", "a submitted->failed", "a submitted->failed",
			"a submitted->paid\na paid->returned",
		},
		rail.Processing: {
			"repeated 1", "repeated 1", "a processing->paid", "a processing->failed", "a processing->failed",
			"a processing->paid\na paid->returned",
		},
		rail.Paid:      {"repeated 1", "repeated 1", "repeated 1", "a paid->returned", "a paid->returned", "a paid->returned"},
		rail.Returned:  {"repeated 1", "repeated 1", "repeated 1", "repeated 1", "repeated 1", "repeated 1"},
		rail.Failed:    {"repeated 1", "repeated 1", "paid_after_failed a", "repeated 1", "repeated 1", "repeated 1"},
		rail.Cancelled: {"repeated 1", "repeated 1", "paid_after_failed a", "repeated 1", "repeated 1", "repeated 1"},
	}
	for _, from := range states {
		for i, next := range said {
			if got := apply(t, newBooks(from), statusOf(about("a", next))); got != want[from][i] {
				t.Errorf("%s, told %s: got %q, want %q", from, next, got, want[from][i])
			}
		}
	}
}

// TestWhatIsNotAboutThePayout holds signals that must not move it.
func TestWhatIsNotAboutThePayout(t *testing.T) {
	paid := about("a", rail.Paid)
	cases := []struct {
		name   string
		signal rail.Signal
		want   string
	}{
		{"unknown reference", about("z", rail.Paid), "unknown_payout z"},
		{"no reference", about("", rail.Paid), "unknown_payout"},
		{"amount", changed(paid, func(s *rail.Signal) { s.HasAmount, s.AmountMinor = true, 101 }), "amount a"},
		{"amount of nothing", changed(paid, func(s *rail.Signal) { s.HasAmount = true }), "amount a"},
		{"currency", changed(paid, func(s *rail.Signal) { s.Currency = "USD" }), "currency a"},
		{"another file", changed(paid, func(s *rail.Signal) { s.MessageID = "ME2" }), "other_batch a"},
		{"file not stated", changed(paid, func(s *rail.Signal) { s.MessageID = "NOTPROVIDED" }), "a submitted->paid"},
		{"right in all", changed(paid, func(s *rail.Signal) {
			s.HasAmount, s.AmountMinor, s.Currency, s.MessageID = true, 100, "EUR", "ME1"
		}), "a submitted->paid"},
		{"unknown code", about("a", ""), "unknown_code a"},
		{"unknown level", changed(paid, func(s *rail.Signal) { s.Level = "page" }), "unknown_code a"},
		{"no level", changed(paid, func(s *rail.Signal) { s.Level, s.Note = "", "seen" }), "note seen"},
		{"verification", changed(about("a", ""), func(s *rail.Signal) { s.Verification, s.Code = true, "RVNM" }), "verification 1 RVNM"},
		{"verification of a stranger", changed(about("z", ""), func(s *rail.Signal) { s.Verification, s.Code = true, "RVNM" }), "verification 0 RVNM"},
		{"verification of a file", changed(ofFile(""), func(s *rail.Signal) { s.Verification, s.Code = true, "RVCM" }), "verification 0 RVCM"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := apply(t, newBooks(rail.Submitted), statusOf(c.signal)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestWholeFiles holds signals about all payouts of a file or group.
func TestWholeFiles(t *testing.T) {
	all := func() *books { return newBooks(rail.Submitted, rail.Processing, rail.Paid, rail.Failed, rail.Returned) }
	for _, s := range []rail.Signal{ofFile(rail.Failed), ofGroup(rail.Failed)} {
		same(t, apply(t, all(), statusOf(s)), "a submitted->failed", "b processing->failed", "rejected_after_paid c", "repeated 2")
	}
	same(t, apply(t, all(), statusOf(ofFile(rail.Processing))), "a submitted->processing", "repeated 4")
	same(t, apply(t, all(), statusOf(ofGroup(rail.Paid))), "a submitted->paid", "b processing->paid", "paid_after_failed d", "repeated 2")
	same(t, apply(t, all(), statusOf(ofFile(rail.Submitted))), "repeated 5")

	partly := changed(ofGroup(""), func(s *rail.Signal) { s.Partly = true })
	same(t, apply(t, all(), statusOf(partly, about("b", rail.Failed))), "b processing->failed")
	same(t, apply(t, all(), statusOf(changed(partly, func(s *rail.Signal) { s.PaymentInfoID = "PI9" }))), "unknown_payout")

	same(t, apply(t, all(), statusOf(changed(ofFile(rail.Failed), func(s *rail.Signal) { s.MessageID = "ME9" }))), "unknown_payout")
	same(t, apply(t, all(), statusOf(changed(ofFile(rail.Failed), func(s *rail.Signal) { s.MessageID = "" }))), "unknown_payout")
	same(t, apply(t, all(), statusOf(changed(ofGroup(rail.Failed), func(s *rail.Signal) { s.MessageID = "ME9" }))), "other_batch a")

	same(t, apply(t, all(), statusOf(changed(ofGroup(rail.Processing), func(s *rail.Signal) { s.MessageID = "" }))), "a submitted->processing", "repeated 4")

	// The bank did not give the group back, but the file, which holds one.
	unnamed := changed(ofGroup(rail.Processing), func(s *rail.Signal) { s.PaymentInfoID = "NOTPROVIDED" })
	same(t, apply(t, all(), statusOf(unnamed)), "a submitted->processing", "repeated 4")
}

// TestUnsentPayoutsOfAFile are those of a file that was declared void.
func TestUnsentPayoutsOfAFile(t *testing.T) {
	b := newBooks(rail.Pending, rail.Submitted)
	b.all[0].MessageID = "ME1"
	same(t, apply(t, b, statusOf(ofFile(rail.Failed))), "b submitted->failed", "not_submitted a")
}

// TestListedPayoutsWin holds that what is said of a payout by itself counts
// more than what is said of its file, wherever in the status file it stands.
func TestListedPayoutsWin(t *testing.T) {
	b := newBooks(rail.Submitted, rail.Submitted, rail.Submitted)
	same(t, apply(t, b, statusOf(ofGroup(rail.Failed), about("b", rail.Processing))),
		"a submitted->failed", "c submitted->failed", "b submitted->processing")

	b = newBooks(rail.Submitted, rail.Submitted)
	same(t, apply(t, b, statusOf(about("b", rail.Paid), ofFile(rail.Failed))), "b submitted->paid", "a submitted->failed")

	// A code without a meaning is a word about the payout all the same.
	b = newBooks(rail.Submitted, rail.Submitted)
	same(t, apply(t, b, statusOf(about("b", ""), ofFile(rail.Failed))), "a submitted->failed", "unknown_code b")
}

// TestListedWithoutStatus holds that a payout listed with at most a reason has
// the status of its file or group, and its own reason.
func TestListedWithoutStatus(t *testing.T) {
	wordless := changed(about("a", ""), func(s *rail.Signal) { s.Code, s.Reasons = "", []rail.Reason{{Code: "AC04", Text: "closed"}} })
	group := changed(ofGroup(rail.Failed), func(s *rail.Signal) { s.Code, s.Reasons = "RJCT", []rail.Reason{{Code: "NARR"}} })
	for _, f := range []rail.StatusFile{statusOf(group, wordless), statusOf(wordless, group)} {
		o := Apply(newBooks(rail.Submitted, rail.Submitted), "sha", f, time.Time{})
		same(t, told(o), "a submitted->failed", "b submitted->failed")
		if a, b := o.Transitions[0], o.Transitions[1]; a.Code != "AC04" || !a.Fixable || a.Reason != "RJCT; AC04 closed" || b.Code != "RJCT" || b.Fixable {
			t.Errorf("%+v", o.Transitions)
		}
	}
	bare := changed(wordless, func(s *rail.Signal) { s.Reasons = nil })
	same(t, apply(t, newBooks(rail.Submitted), statusOf(group, bare)), "a submitted->failed")
	same(t, apply(t, newBooks(rail.Submitted), statusOf(bare)), "unknown_code a")
	partly := changed(ofGroup(""), func(s *rail.Signal) { s.Partly = true })
	same(t, apply(t, newBooks(rail.Submitted), statusOf(partly, bare)), "unknown_code a")
}

// TestChain holds that a later signal finds the state that an earlier one left.
func TestChain(t *testing.T) {
	b := newBooks(rail.Submitted)
	same(t, apply(t, b, statusOf(about("a", rail.Processing), about("a", rail.Paid), about("a", rail.Processing), about("a", rail.Failed))),
		"a submitted->processing", "a processing->paid", "a paid->returned", "repeated 1")
	b = newBooks(rail.Submitted)
	same(t, apply(t, b, statusOf(ofFile(rail.Processing), ofGroup(rail.Paid))), "a submitted->processing", "a processing->paid")
}

// TestUnclear holds that after a file refused as a duplicate nothing fails,
// whatever the same status file says of its parts.
func TestUnclear(t *testing.T) {
	unclear := changed(ofFile(rail.Failed), func(s *rail.Signal) { s.Unclear, s.Code = true, "RJCT" })
	b := newBooks(rail.Submitted, rail.Processing, rail.Paid, rail.Failed)
	same(t, apply(t, b, statusOf(unclear)), "a submitted->submitted unclear", "b processing->processing unclear", "repeated 2")
	same(t, apply(t, b, statusOf(unclear)), "repeated 4")

	b = newBooks(rail.Submitted, rail.Submitted, rail.Submitted)
	same(t, apply(t, b, statusOf(unclear, ofGroup(rail.Failed), about("b", rail.Failed), about("c", rail.Paid))),
		"a submitted->submitted unclear", "b submitted->submitted unclear", "c submitted->paid", "repeated 1")

	group := changed(ofGroup(""), func(s *rail.Signal) { s.Unclear = true })
	same(t, apply(t, newBooks(rail.Submitted), statusOf(group, about("a", rail.Failed))), "a submitted->submitted unclear")
	group.PaymentInfoID = "PI9"
	same(t, apply(t, newBooks(rail.Submitted), statusOf(group, about("a", rail.Failed))), "a submitted->failed", "unknown_payout")

	// Later, only a word about the payout itself ends the doubt.
	same(t, apply(t, b, statusOf(ofGroup(rail.Failed))), "rejected_after_paid c", "still_unclear a")
	same(t, apply(t, b, statusOf(about("a", rail.Failed), about("b", rail.Processing), about("b", rail.Processing))),
		"a submitted->failed", "b submitted->processing", "repeated 1")
	if b.all[0].Unclear || b.all[1].Unclear {
		t.Errorf("still unclear: %+v", b.all)
	}

	b = newBooks(rail.Processing)
	b.all[0].Unclear = true
	same(t, apply(t, b, statusOf(ofFile(rail.Processing))), "a processing->processing")
	if b.all[0].Unclear {
		t.Error("still unclear though the bank has it")
	}
}

// TestBooking holds which payouts one debit for several pays.
func TestBooking(t *testing.T) {
	cases := []struct {
		name   string
		states []rail.State // of 100, 200, 300, ...
		debit  int64
		want   []string
	}{
		{"all", []rail.State{rail.Submitted, rail.Processing}, 300, []string{"a submitted->paid", "b processing->paid"}},
		{"less the failed", []rail.State{rail.Submitted, rail.Failed, rail.Submitted}, 400, []string{"a submitted->paid", "c submitted->paid"}},
		{"one paid before", []rail.State{rail.Paid, rail.Submitted}, 300, []string{"b submitted->paid"}},
		{"one paid apart", []rail.State{rail.Paid, rail.Submitted}, 200, []string{"b submitted->paid"}},
		{"one returned before", []rail.State{rail.Returned, rail.Submitted}, 300, []string{"b submitted->paid"}},
		{"again", []rail.State{rail.Paid, rail.Returned}, 300, []string{"repeated 1"}},
		{"the paid ones again", []rail.State{rail.Paid, rail.Submitted}, 100, []string{"repeated 1"}},
		{"open or paid", []rail.State{rail.Paid, rail.Paid, rail.Submitted}, 300, []string{"booking_sum a"}},
		{"with the failed", []rail.State{rail.Submitted, rail.Failed}, 300, []string{"a submitted->paid", "booking_with_failed b"}},
		{"with the failed and the paid", []rail.State{rail.Paid, rail.Submitted, rail.Failed}, 600, []string{"b submitted->paid", "booking_with_failed c"}},
		{"only failed", []rail.State{rail.Failed}, 100, []string{"booking_with_failed a"}},
		{"a cent less", []rail.State{rail.Submitted, rail.Submitted}, 299, []string{"booking_sum a"}},
		{"nothing", []rail.State{rail.Submitted}, 0, []string{"booking_sum a"}},
		{"some of them", []rail.State{rail.Submitted, rail.Submitted}, 200, []string{"booking_sum a"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { same(t, apply(t, newBooks(c.states...), statusOf(debit(c.debit))), c.want...) })
	}
}

func TestBookingThatDoesNotFit(t *testing.T) {
	change := func(f func(*rail.Signal)) string {
		return apply(t, newBooks(rail.Submitted), statusOf(changed(debit(100), f)))
	}
	same(t, change(func(s *rail.Signal) { s.Currency = "USD" }), "currency a")
	same(t, change(func(s *rail.Signal) { s.HasAmount = false }), "booking_sum a")
	same(t, change(func(s *rail.Signal) { s.Next = rail.Processing }), "unknown_code a")
	same(t, change(func(s *rail.Signal) { s.PaymentInfoID = "PI9" }), "unknown_payout")
	same(t, change(func(s *rail.Signal) { s.PaymentInfoID, s.MessageID = "", "ME1" }), "a submitted->paid")
	same(t, change(func(s *rail.Signal) { s.MessageID = "ME9" }), "other_batch a")

	b := newBooks(rail.Submitted, rail.Submitted)
	b.all[0].AmountMinor, b.all[1].AmountMinor = 1<<62, 1<<62
	same(t, apply(t, b, statusOf(debit(-1<<63))), "booking_sum a")
}

// TestBookingCountsLast holds that a debit is compared after all that the file
// says of single payouts, also below it.
func TestBookingCountsLast(t *testing.T) {
	b := newBooks(rail.Submitted, rail.Submitted, rail.Submitted)
	same(t, apply(t, b, statusOf(debit(300), about("a", rail.Paid), about("b", rail.Paid))),
		"a submitted->paid", "b submitted->paid", "booking_sum a")
	b = newBooks(rail.Submitted, rail.Submitted, rail.Submitted)
	b.all[2].AmountMinor = 400
	same(t, apply(t, b, statusOf(debit(300), about("a", rail.Paid), about("b", rail.Paid))),
		"a submitted->paid", "b submitted->paid", "repeated 1")
}

func TestDebitTakenBack(t *testing.T) {
	back := changed(debit(300), func(s *rail.Signal) { s.Next = rail.Returned })
	same(t, apply(t, newBooks(rail.Paid, rail.Paid), statusOf(back)), "a paid->returned", "b paid->returned")
	same(t, apply(t, newBooks(rail.Paid, rail.Submitted), statusOf(back)), "a paid->returned", "b submitted->paid", "b paid->returned")
	same(t, apply(t, newBooks(rail.Returned, rail.Returned), statusOf(back)), "repeated 1")
	same(t, apply(t, newBooks(rail.Paid), statusOf(back)), "booking_sum a")
	same(t, apply(t, newBooks(rail.Returned, rail.Returned, rail.Paid), statusOf(back)), "booking_sum a")
	same(t, apply(t, newBooks(rail.Returned, rail.Returned, rail.Submitted), statusOf(back)), "repeated 1")
}

// TestEvidence holds that what moves a payout can be told apart for ever.
func TestEvidence(t *testing.T) {
	at := time.Date(2026, 9, 2, 0, 0, 0, 0, time.UTC)
	f := statusOf(about("a", rail.Processing), about("b", rail.Returned), about("a", rail.Paid))
	f.Created = at
	for i := range f.Signals {
		f.Signals[i].Line = 1 // a file without line ends
	}
	f.Signals[2].OccurredAt = at.Add(time.Hour)
	o := Apply(newBooks(rail.Submitted, rail.Submitted), "sha", f, time.Time{})
	want := []struct {
		evidence string
		at       time.Time
	}{{"1", at}, {"1#2+paid", at}, {"1#2", at}, {"1#3", at.Add(time.Hour)}}
	for i, tr := range o.Transitions {
		if tr.Source != "sha" || tr.Evidence != want[i].evidence || !tr.OccurredAt.Equal(want[i].at) {
			t.Errorf("%d: %s %s %s, want %+v", i, tr.Source, tr.Evidence, tr.OccurredAt, want[i])
		}
	}
}

// TestFixable holds that only a word about the payout blocks its destination:
// a file refused with AC04 means the account that pays.
func TestFixable(t *testing.T) {
	fixable := func(s rail.Signal) bool {
		s.Fixable = true
		return Apply(newBooks(rail.Submitted), "sha", statusOf(s), time.Time{}).Transitions[0].Fixable
	}
	if !fixable(about("a", rail.Failed)) || fixable(ofFile(rail.Failed)) || fixable(ofGroup(rail.Failed)) {
		t.Error("fixable not by payout alone")
	}
}

package settle

import (
	"fmt"
	"strings"
	"testing"
	"time"

	dump "recon/settle/event"
	"recon/settle/rail"
)

var firstEvent = time.Date(2026, 9, 2, 8, 0, 0, 0, time.UTC)

// event is a signal with an identity of its own, a number of hours after firstEvent.
func event(id, ref string, next rail.State, hours int) rail.Signal {
	s := about(ref, next)
	s.Source, s.Evidence, s.OccurredAt = "event:shop", id, firstEvent.Add(time.Duration(hours)*time.Hour)
	return s
}

func TestEventTwiceInAFile(t *testing.T) {
	paid := event("e1", "a", rail.Paid, 0)
	same(t, apply(t, newBooks(rail.Submitted), statusOf(paid, paid)), "a submitted->paid", "repeated 1")

	// Which version is true nobody knows, so neither counts, in either order.
	other := changed(paid, func(s *rail.Signal) { s.Next = rail.Failed })
	for _, f := range []rail.StatusFile{statusOf(paid, other), statusOf(other, paid)} {
		same(t, apply(t, newBooks(rail.Submitted), f), "event_changed a", "repeated 1")
	}
	later := changed(paid, func(s *rail.Signal) { s.OccurredAt = s.OccurredAt.Add(time.Second) })
	same(t, apply(t, newBooks(rail.Submitted), statusOf(paid, later)), "event_changed a", "repeated 1")

	// The same id of another sender is another event.
	stranger := changed(other, func(s *rail.Signal) { s.Source = "event:bank" })
	same(t, apply(t, newBooks(rail.Submitted), statusOf(paid, stranger)), "a submitted->paid", "a paid->returned")
}

func TestEventAgainInAnotherFile(t *testing.T) {
	b := newBooks(rail.Submitted, rail.Submitted)
	same(t, apply(t, b, statusOf(event("e1", "a", rail.Processing, 0))), "a submitted->processing")
	same(t, apply(t, b, statusOf(event("e1", "a", rail.Processing, 0))), "repeated 1")

	for name, again := range map[string]rail.Signal{
		"code":   changed(event("e1", "a", rail.Failed, 0), func(s *rail.Signal) { s.Code = "Y" }),
		"time":   event("e1", "a", rail.Failed, 1),
		"payout": event("e1", "b", rail.Failed, 0),
	} {
		got := apply(t, b, statusOf(again))
		if !strings.HasPrefix(got, "event_changed ") || strings.Contains(got, "->") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestBookWithoutPast holds that a book need not remember events.
func TestBookWithoutPast(t *testing.T) {
	b := struct{ Book }{newBooks(rail.Submitted)}
	same(t, told(Apply(b, "sha", statusOf(event("e1", "a", rail.Paid, 0)), time.Time{})), "a submitted->paid")
}

// TestStatementSentAgain holds that a bank's booking with an identity of its
// own pays once, also when the payouts that are left have the same sum.
func TestStatementSentAgain(t *testing.T) {
	booked := changed(debit(300), func(s *rail.Signal) { s.Source, s.Evidence = "camt.053 ****3000", "b1" })
	b := newBooks(rail.Submitted, rail.Submitted, rail.Pending)
	same(t, apply(t, b, statusOf(booked)), "a submitted->paid", "b submitted->paid")
	b.all[2].State, b.all[2].MessageID, b.all[2].PaymentInfoID = rail.Submitted, "ME1", "PI1"
	same(t, apply(t, b, statusOf(booked)), "repeated 1")
}

func TestEventFromTheFuture(t *testing.T) {
	f := statusOf(event("e1", "a", rail.Paid, 1), event("e2", "b", rail.Paid, 2))
	f.Kind = eventsKind
	same(t, told(Apply(newBooks(rail.Submitted, rail.Submitted), "sha", f, firstEvent)), "a submitted->paid", "future_dated b")

	// The times of a bank's file may be those of its own wall clock.
	f.Kind = "camt.053"
	same(t, told(Apply(newBooks(rail.Submitted, rail.Submitted), "sha", f, firstEvent)), "a submitted->paid", "b submitted->paid")
	if eventsKind != dump.Kind {
		t.Errorf("dumps are of kind %q", dump.Kind)
	}
}

func TestEventEvidence(t *testing.T) {
	o := Apply(newBooks(rail.Submitted), "sha", statusOf(event("e1", "a", rail.Returned, 0), event("e2", "z", rail.Paid, 0)), time.Time{})
	got := ""
	for _, tr := range o.Transitions {
		got += fmt.Sprintln(tr.Source, tr.Evidence)
	}
	for _, x := range o.Exceptions {
		got += fmt.Sprintln(x.Source, x.Evidence)
	}
	if want := "event:shop e1+paid\nevent:shop e1\nevent:shop e2\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReasons(t *testing.T) {
	s := about("a", rail.Failed)
	s.Code, s.Note = "RJCT", "see the group"
	s.Reasons = []rail.Reason{{Code: "NARR", Text: "closed\nby holder"}, {Code: "AC04", Text: "DE89 3704 0044 0532 0130 00"}}
	tr := Apply(newBooks(rail.Submitted), "sha", statusOf(s), time.Time{}).Transitions[0]
	if tr.Code != "AC04" || tr.Reason != "RJCT; NARR closed by holder; AC04 ****3000; see the group" {
		t.Errorf("%q %q", tr.Code, tr.Reason)
	}
	s.Reasons = []rail.Reason{{Code: "MS03"}, {Text: "closed"}, {Code: "NARR", Text: "closed"}}
	if tr = Apply(newBooks(rail.Submitted), "sha", statusOf(s), time.Time{}).Transitions[0]; tr.Code != "RJCT" {
		t.Errorf("code %q though the reason is vague", tr.Code)
	}
}

// TestDetails holds what people read about exceptions.
func TestDetails(t *testing.T) {
	bare := func(s *rail.Signal) { s.Code = "" }
	wrong := changed(about("a", rail.Paid), func(s *rail.Signal) { s.HasAmount, s.AmountMinor, s.Code = true, 101, "" })
	cases := []struct {
		signal rail.Signal
		books  *books
		want   string
	}{
		{wrong, newBooks(rail.Submitted), "1.01 EUR, the payout is 1.00 EUR"},
		{changed(wrong, func(s *rail.Signal) { s.Code = "ACCC" }), newBooks(rail.Submitted), "1.01 EUR, the payout is 1.00 EUR (ACCC)"},
		{changed(about("a", ""), func(s *rail.Signal) { s.Code = "WXYZ" }), newBooks(rail.Submitted), `code "WXYZ" has no meaning here`},
		{changed(about("a", ""), func(s *rail.Signal) { s.Code, s.Note = "WXYZ", "new" }), newBooks(rail.Submitted), `code "WXYZ" has no meaning here: new`},
		{changed(about("GB29NWBK60161331926819", rail.Paid), bare), newBooks(rail.Submitted), `reference "****6819" is none of ours`},
		{changed(ofFile(rail.Failed), bare), newBooks(rail.Paid, rail.Submitted, rail.Paid), "2 payouts of it are paid; they stay paid"},
		{debit(599), newBooks(rail.Submitted, rail.Paid, rail.Failed), "5.99 EUR for one group; 1 open are 1.00 EUR; 1 paid are 2.00 EUR; 1 failed are 3.00 EUR"},
	}
	for _, c := range cases {
		if x := Apply(c.books, "sha", statusOf(c.signal), time.Time{}).Exceptions[0]; x.Detail != c.want {
			t.Errorf("got %q, want %q", x.Detail, c.want)
		}
	}
	huge := newBooks(rail.Paid, rail.Paid)
	huge.all[0].AmountMinor, huge.all[1].AmountMinor = 1<<62, 1<<62
	x := Apply(huge, "sha", statusOf(ofFile(rail.Failed)), time.Time{}).Exceptions[0]
	if x.AmountMinor != 0 || !strings.Contains(x.Detail, "their sum is beyond the range of an amount") {
		t.Errorf("%+v", x)
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"AC04 Some bank text":                   "AC04 Some bank text",
		"account DE89370400440532013000 closed": "account ****3000 closed",
		"GB29 NWBK 6016 1331 9268 19":           "****6819",
		"card 6222 0200 1234 5678":              "card ****5678",
		"no 123456789.":                         "no ****6789.",
		"GB29 NWBK 6016 13":                     "****1613",
		strings.Repeat("x", longestText):        strings.Repeat("x", longestText),
		"no 12345678":                           "no 12345678",
		"on 2026-09-01 06:12":                   "on 2026-09-01 06:12",
		"MP2026084HX4HKXL3COVQUYHLFC72VBQ":      "MP2026084HX4HKXL3COVQUYHLFC72VBQ",
		"a\tb\x00\u202ec\xff":                   "a bc",
		strings.Repeat("开", longestText) + "x":  strings.Repeat("开", longestText) + "...",
		"账号6222020012345678已销户":                 "账号****5678已销户",
	} {
		if got := plain(text); got != want {
			t.Errorf("plain(%q) = %q, want %q", text, got, want)
		}
	}
}

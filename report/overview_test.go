package report

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCustomerCases(t *testing.T) {
	status := func(kind, own string) Break {
		b := sampleBreak(1, "status", kind, 100, 0)
		b.OwnStatus, b.Ledger = own, Row{"orders.csv", 2, "CNY", 0}
		return b
	}
	closed := sampleBreak(1, "duplicate", "payment", 100, 0)
	closed.Detail = "closed 2026-08-14 as written_off"
	for _, x := range []struct {
		b    Break
		want string
	}{
		{sampleBreak(1, "missing", "payment", 100, 0), paidNoOrder},
		{sampleBreak(1, "missing", "payment", -100, 0), ""},
		{sampleBreak(1, "missing", "refund", -100, 0), ""},
		{sampleBreak(1, "missing", "adjustment", 100, 0), ""},
		{sampleBreak(1, "duplicate", "payment", 100, 0), paidTwice},
		{sampleBreak(1, "duplicate", "payment", 0, 100), ""},
		{sampleBreak(1, "duplicate", "refund", -100, 0), ""},
		{closed, ""},
		{status("payment", "closed"), paidAfterClose},
		{status("payment", "pending"), paidPending},
		{status("refund", "pending"), ""},
		{sampleBreak(1, "extra", "refund", 0, -100), refundNotOut},
		{sampleBreak(1, "extra", "payment", 0, 100), ""},
		{sampleBreak(1, "pending", "payment", 100, 0), ""},
	} {
		if got := x.b.customerCase(); got != x.want {
			t.Errorf("%s %s %d: %q, want %q", x.b.Reason, x.b.Kind, x.b.DifferenceMinor, got, x.want)
		}
	}
}

// What came in and what is new is what was cleared, turned bad or is still not due.
func TestPendingFlowAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, fresh := rapid.Int64Range(0, 9).Draw(t, "in"), rapid.Int64Range(0, 9).Draw(t, "new")
		cleared := rapid.Int64Range(0, in).Draw(t, "cleared")
		bad := rapid.Int64Range(0, in-cleared).Draw(t, "bad")
		d, r := cleanDay(English), &Reconciliation{Name: "alipay"}
		v := newOverview()
		add := func(n int64, reason, was string) {
			for range n {
				b := sampleBreak(1, reason, "payment", 100, 0)
				if b.Was = was; was != "" {
					b.FirstSeen--
				}
				v.add(d, r, &b)
			}
		}
		add(in-cleared-bad, "pending", "pending")
		add(fresh, "pending", "")
		add(bad, "missing", "pending")
		for range cleared {
			v.closes(ClosedBreak{Reason: "pending"})
		}
		f := v.flow()
		if f.In != in || f.New != fresh || f.Cleared != cleared || f.Bad != bad || f.Out != in+fresh-cleared-bad {
			t.Fatalf("%+v of %d in, %d new, %d cleared, %d bad", f, in, fresh, cleared, bad)
		}
	})
}

// Harm comes before money, money before the alphabet; carried breaks are no
// news; the same action of two accounts is one line.
func TestActsAreSortedByHarmAndMoney(t *testing.T) {
	d, v := cleanDay(English), newOverview()
	a, w := &Reconciliation{Name: "alipay"}, &Reconciliation{Name: "wechat"}
	put := func(r *Reconciliation, b Break) { v.add(d, r, &b) }
	put(a, sampleBreak(1, "amount", "payment", 9000000, 100))
	put(a, sampleBreak(2, "missing", "payment", 100, 0))
	put(w, sampleBreak(3, "extra", "payment", 0, 5000))
	yen := sampleBreak(4, "duplicate", "payment", 60, 0)
	yen.Currency, yen.Statement.Currency = "JPY", "JPY" // 60 yen are more than 50.00 by their face
	put(a, yen)
	put(w, sampleBreak(5, "missing", "payment", 300, 0))
	old := sampleBreak(6, "missing", "refund", -700000, 0)
	old.FirstSeen, old.BusinessDate, old.Due = sampleDate-5, sampleDate-5, sampleDate-5
	put(a, old)
	var got []string
	for _, act := range v.sortedActs() {
		got = append(got, act.Reason+" "+strings.Join(act.names, "+"))
	}
	if want := "duplicate alipay, extra wechat, missing alipay+wechat, amount alipay"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	if v.carried.Count != 1 || v.overdue[2].Count != 1 {
		t.Errorf("carried %d, of four to seven days %d", v.carried.Count, v.overdue[2].Count)
	}
}

func TestOwnersInWords(t *testing.T) {
	for _, x := range []struct {
		o    owners
		want string
	}{{owners{"": 3}, "no owner"}, {owners{"li.na": 3}, "li.na"}, {owners{"": 1200, "wang": 1, "li.na": 2}, "li.na 2, wang 1, no owner 1,200"}} {
		if got := x.o.text(English); got != x.want {
			t.Errorf("%v: %q, want %q", x.o, got, x.want)
		}
	}
}

// A money share is cut, drawn amounts keep their order, and what is not nothing shows.
func TestBarsAreScaled(t *testing.T) {
	for _, x := range []struct {
		n, most int64
		want    int
	}{{0, 0, 0}, {0, 9, 0}, {1, 1, 64}, {1, 1000000, 2}, {1 << 62, 1<<63 - 1, 32}, {-5, 9, 0}} {
		if got := scaled(x.n, x.most); got != x.want {
			t.Errorf("%d of %d: %d, want %d", x.n, x.most, got, x.want)
		}
	}
}

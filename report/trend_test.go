package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A day that is not wholly reconciled does not know how much is open: what the
// panel says is of the last day that does.
func TestTrendSaysWhatIsKnown(t *testing.T) {
	d := sampleDay(English)
	says := func() string {
		v, err := newTrendView(d)
		if err != nil {
			t.Fatal(err)
		}
		return v.Panels[0].Says
	}
	if got := says(); got != "now 14, at most 14" {
		t.Errorf("whole: %s", got)
	}
	d.Trend[14] = TrendDay{Date: sampleDate, Expected: 2}
	if got := says(); got != "13 on 2026-08-14, the last reconciled day; at most 13" {
		t.Errorf("not whole: %s", got)
	}
	for i := range d.Trend {
		d.Trend[i].Reconciled = 0
	}
	if got := says(); got != "not reconciled" {
		t.Errorf("none whole: %s", got)
	}
}

func TestTrendDayAddsReconciliations(t *testing.T) {
	day := TrendDay{Date: sampleDate, Expected: 2}
	_ = day.Add(Counts{Matched: 5, Missing: 2, Pending: 7, Closed: 3}, Carried{New: 4}, map[string]int64{"EUR": 300}, []Share{{"EUR", 1, 2, 3, 4}})
	if day.Whole() {
		t.Error("whole with one of two")
	}
	_ = day.Add(Counts{Matched: 1, Fee: 1}, Carried{New: 1}, map[string]int64{"CNY": 10, "EUR": 1}, []Share{{"CNY", 10, 20, 30, 40}, {"EUR", 1, 1, 1, 1}, {"USD", 9, 9, 9, 9}})
	want := TrendDay{Date: sampleDate, Expected: 2, Reconciled: 2, Matched: 6, New: 5, Open: 3, OpenMinor: map[string]int64{"CNY": 10, "EUR": 301},
		Shares: []Share{{"CNY", 10, 20, 30, 40}, {"EUR", 2, 3, 4, 5}, {"USD", 9, 9, 9, 9}}}
	if diff := cmp.Diff(want, day); diff != "" {
		t.Error(diff)
	}
	if !day.Whole() {
		t.Error("not whole")
	}
}

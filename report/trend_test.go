package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTrendDayAddsReconciliations(t *testing.T) {
	day := TrendDay{Date: sampleDate, Expected: 2}
	day.Add(Counts{Matched: 5, Missing: 2, Pending: 7, Closed: 3}, Carried{New: 4}, map[string]int64{"EUR": 300}, []Share{{"EUR", 1, 2, 3, 4}})
	if day.Whole() {
		t.Error("whole with one of two")
	}
	day.Add(Counts{Matched: 1, Fee: 1}, Carried{New: 1}, map[string]int64{"CNY": 10, "EUR": 1}, []Share{{"CNY", 10, 20, 30, 40}, {"EUR", 1, 1, 1, 1}, {"USD", 9, 9, 9, 9}})
	want := TrendDay{Date: sampleDate, Expected: 2, Reconciled: 2, Matched: 6, New: 5, Open: 3, OpenMinor: map[string]int64{"CNY": 10, "EUR": 301},
		Shares: []Share{{"CNY", 10, 20, 30, 40}, {"EUR", 2, 3, 4, 5}, {"USD", 9, 9, 9, 9}}}
	if diff := cmp.Diff(want, day); diff != "" {
		t.Error(diff)
	}
	if !day.Whole() {
		t.Error("not whole")
	}
}

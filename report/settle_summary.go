package report

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"
)

// SettleSummary is what `settle --json` prints and summary.json holds. Maps
// and lists are never null.
type SettleSummary struct {
	BatchID     string              `json:"batch_id"`
	Period      string              `json:"period"`
	Part        int64               `json:"part"`
	Cutoff      string              `json:"cutoff"` // RFC 3339, with the settlement zone's offset
	State       string              `json:"state"`  // of the batch; not_ready, refused or failed without one
	Cause       string              `json:"cause,omitempty"`
	Payouts     int64               `json:"payouts"`     // those in review included
	TotalMinor  map[string]int64    `json:"total_minor"` // of Payouts, by currency
	Skipped     map[string]int64    `json:"skipped"`     // payees by reason
	Submissions []SubmissionSummary `json:"submissions"`
	Review      int64               `json:"review"`
	Restated    int64               `json:"restated"`
	Files       SettleFiles         `json:"files"`
}

// SubmissionSummary is one file for a bank in a SettleSummary.
type SubmissionSummary struct {
	Rail     string `json:"rail"`
	File     string `json:"file"`
	SHA256   string `json:"sha256"`
	Count    int64  `json:"count"`
	SumMinor int64  `json:"sum_minor"`
}

// SummarizeSettlement sums up a batch. It walks Restated once.
func SummarizeSettlement(s *Settlement) (SettleSummary, error) {
	sum := SettleSummary{
		BatchID: s.BatchID, Period: s.Period, Part: s.Part, Cutoff: s.stamp(s.Cutoff), State: string(s.State),
		TotalMinor: map[string]int64{}, Skipped: map[string]int64{}, Submissions: []SubmissionSummary{}, Files: s.Files,
	}
	if s.Stop != nil {
		sum.State, sum.Cause = string(s.Stop.State), s.mask().text(s.Stop.Cause)
	}
	for _, t := range s.Totals {
		sum.Payouts += t.Payouts
		sum.Review += t.ReviewCount
		sum.TotalMinor[t.Currency] += t.AmountMinor
	}
	for _, k := range s.Skips {
		sum.Skipped[k.Reason] += k.Count
	}
	for _, f := range s.Submissions {
		sum.Submissions = append(sum.Submissions, SubmissionSummary{f.Rail, f.File, f.SHA256, f.Count, f.SumMinor})
	}
	slices.SortFunc(sum.Submissions, bySubmission)
	for _, err := range orNone(s.Restated) {
		if err != nil {
			return SettleSummary{}, err
		}
		sum.Restated++
	}
	return sum, nil
}

// bySubmission orders files by rail and number: sepa-2 before sepa-10.
func bySubmission(a, b SubmissionSummary) int {
	return cmp.Or(cmp.Compare(a.Rail, b.Rail), cmp.Compare(len(a.File), len(b.File)), cmp.Compare(a.File, b.File))
}

// WriteSettleSummary writes s as indented JSON, keys in a fixed order.
func WriteSettleSummary(w io.Writer, s SettleSummary) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

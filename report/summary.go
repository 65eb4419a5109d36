package report

import (
	"encoding/json"
	"io"
)

// Summary is what `recon run --json` prints and summary.json holds.
type Summary struct {
	Reconciliations []ReconciliationSummary `json:"reconciliations"`
	Counts          Counts                  `json:"counts"` // summed over reconciliations
	Files           Files                   `json:"files"`
}

// ReconciliationSummary is one reconciliation's day in a Summary.
type ReconciliationSummary struct {
	Name    string                      `json:"name"`
	Date    string                      `json:"date"`
	Version int                         `json:"version"`
	Through string                      `json:"through"` // empty before the first day
	State   State                       `json:"state"`
	Cause   string                      `json:"cause,omitempty"`
	Sources []SourceSummary             `json:"sources"`
	Counts  Counts                      `json:"counts"`
	Amounts map[string]map[string]int64 `json:"amounts"`
	Carried Carried                     `json:"carried"`
	Proof   []ProofRow                  `json:"proof"`
}

// SourceSummary is one source's file in a Summary.
type SourceSummary struct {
	Name        string `json:"name"`
	StatementID string `json:"statement_id"`
	Rows        int64  `json:"rows"`
	Gate        string `json:"gate"`
}

// Summarize sums up days in the order given; Files are those of the last one.
func Summarize(days ...*Day) Summary {
	s := Summary{Reconciliations: []ReconciliationSummary{}}
	for _, d := range days {
		d = masked(d)
		for i := range d.Reconciliations {
			r := &d.Reconciliations[i]
			s.Reconciliations = append(s.Reconciliations, summarize(d, r))
			s.Counts.add(r.Counts)
		}
		s.Files = d.Files
	}
	return s
}

func summarize(d *Day, r *Reconciliation) ReconciliationSummary {
	s := ReconciliationSummary{
		Name: r.Name, Date: d.Date.String(), Version: r.Version, Through: dateText(r.Through), State: r.State,
		Cause: r.Cause, Sources: []SourceSummary{}, Counts: r.Counts, Amounts: r.Amounts, Carried: r.Carried, Proof: r.Proof,
	}
	for _, src := range r.Sources {
		s.Sources = append(s.Sources, SourceSummary{Name: src.Name, StatementID: src.StatementID, Rows: src.Rows, Gate: src.Gate})
	}
	if s.Amounts == nil {
		s.Amounts = map[string]map[string]int64{}
	}
	if s.Proof == nil {
		s.Proof = []ProofRow{}
	}
	return s
}

// Published is the summary as a file holds it: a day published earlier reads
// like one published now, so that a later run of unchanged inputs leaves the
// file's bytes as they were.
func (s Summary) Published() Summary {
	rows := make([]ReconciliationSummary, len(s.Reconciliations))
	copy(rows, s.Reconciliations)
	for i := range rows {
		rows[i].State = published(rows[i].State)
	}
	s.Reconciliations = rows
	return s
}

// WriteSummary writes s as indented JSON, keys in a fixed order.
func WriteSummary(w io.Writer, s Summary) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

func (c *Counts) add(o Counts) {
	sum, more := c.cells(), o.cells()
	for i := range sum {
		*sum[i].n += *more[i].n
	}
}

// countCell names one of the counts.
type countCell struct {
	name string
	n    *int64
}

// cells are the counts in the order of the summary.
func (c *Counts) cells() []countCell {
	return []countCell{
		{"matched", &c.Matched}, {"repeated", &c.Repeated}, {"duplicate", &c.Duplicate}, {"ambiguous", &c.Ambiguous},
		{"status", &c.Status}, {"currency", &c.Currency}, {"amount", &c.Amount}, {"fee", &c.Fee},
		{"pending", &c.Pending}, {"missing", &c.Missing}, {"extra", &c.Extra}, {"closed", &c.Closed},
	}
}

func published(s State) State {
	if s == Current {
		return Done
	}
	return s
}

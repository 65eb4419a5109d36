package report

import (
	"iter"
	"strconv"

	"recon/internal/calendar"
)

// section is what the template prints of one reconciliation.
type section struct {
	R             *Reconciliation
	Anchor        string
	Class, Badge  string
	Brief         string // of the badge
	Fresh, Old    tally
	Checks        []amount // what the roll-forward leaves unexplained
	Unproved      bool     // one of them is not zero
	ProofLines    []proofLine
	CountLines    []countLine
	Changes       []changeLine
	AgeLines      []tallyLine
	DueLines      []tallyLine
	FreshFindings []findingView
	OldFindings   []findingView

	PendingFindings []findingView
	Closed          *short[ClosedBreak]
	Chargebacks     *short[NatureRow]

	unsettled int64
}

// Reconciled reports whether the day is published.
func (s *section) Reconciled() bool { return s.R.State.Reconciled() }

type proofLine struct {
	Name, Class string
	Amounts     []amount
}

type countLine struct {
	Name    string
	Count   int64
	Amounts []amount
	Shares  []string
}

type changeLine struct {
	Name          string
	Before, After int64
}

type tallyLine struct {
	Name string
	tally
}

func newSection(d *Day, r *Reconciliation, i int, v *overview) (*section, error) {
	s := &section{R: r, Anchor: "r" + strconv.Itoa(i+1), Class: "red", Badge: code(d.Language, "state", string(r.State))}
	s.Brief = s.Badge
	if !s.Reconciled() {
		return s, nil
	}
	o, err := walk(d, r, v)
	if err != nil {
		return nil, err
	}
	s.unsettled = o.unsettled
	s.FreshFindings, s.Fresh = o.fresh.views(d)
	s.OldFindings, s.Old = o.carried.views(d)
	s.PendingFindings, _ = o.pending.views(d)
	s.DueLines = dueLines(o.due)
	if s.AgeLines, err = ageLines(d.Language, o.ages); err != nil {
		return nil, err
	}
	if err := s.badge(d.Language); err != nil {
		return nil, err
	}
	return s, s.fill(d, v)
}

// fill adds what needs no walk over the breaks.
func (s *section) fill(d *Day, v *overview) (err error) {
	s.proof()
	s.Changes = changes(s.R)
	if s.CountLines, err = s.counts(d.Language); err != nil {
		return err
	}
	if s.Closed, err = shorten(d.Language, mappedRows(s.R.Closed, v.closes)); err != nil {
		return err
	}
	s.Chargebacks, err = shorten(d.Language, Rows(s.R.Chargebacks))
	return err
}

func (s *section) badge(language string) (err error) {
	if s.unsettled == 0 {
		s.Class, s.Badge = "green", Word(language, "state.clean")
		s.Brief = s.Badge
		return nil
	}
	s.Class = "amber"
	if s.Badge, err = sentence(language, "state.open", countText(s.unsettled)); err != nil {
		return err
	}
	s.Brief, err = sentence(language, "state.brief", countText(s.unsettled))
	return err
}

// proof turns the roll-forwards into lines with a column per currency.
func (s *section) proof() {
	for _, p := range s.R.Proof {
		s.Checks = append(s.Checks, amount{p.Currency, p.CheckMinor})
		s.Unproved = s.Unproved || p.CheckMinor != 0
		for i, t := range p.terms() {
			if i == len(s.ProofLines) {
				s.ProofLines = append(s.ProofLines, proofLine{Name: t.name})
			}
			line := &s.ProofLines[i]
			line.Amounts = append(line.Amounts, amount{p.Currency, t.minor})
			switch {
			case t.name == "closing":
				line.Class = "result"
			case t.name == "check" && t.minor != 0:
				line.Class = "bad"
			}
		}
	}
}

// counts are the results that are not zero, matched always.
func (s *section) counts(language string) ([]countLine, error) {
	var out []countLine
	for _, c := range s.R.Counts.cells() {
		if *c.n == 0 && c.name != "matched" {
			continue
		}
		line := countLine{Name: c.name, Count: *c.n, Amounts: sums(s.R.Amounts[c.name]).List()}
		if c.name == "matched" {
			var err error
			if line.Shares, err = s.shares(language); err != nil {
				return nil, err
			}
		}
		out = append(out, line)
	}
	return out, nil
}

// shares says per currency how much is matched, by money first.
func (s *section) shares(language string) ([]string, error) {
	var out []string
	for _, h := range s.R.Shares {
		line, err := sentence(language, "share", h.Currency,
			percentText(h.MatchedMinor, h.PoolMinor, s.unsettled > 0), percentText(h.MatchedEntries, h.PoolEntries, s.unsettled > 0))
		if err != nil {
			return nil, err
		}
		out = append(out, line)
	}
	return out, nil
}

// changes are the counts that differ from the version before.
func changes(r *Reconciliation) []changeLine {
	if r.Previous == nil {
		return nil
	}
	var out []changeLine
	before := r.Previous.Counts.cells()
	for i, c := range r.Counts.cells() {
		if *c.n != *before[i].n {
			out = append(out, changeLine{c.name, *before[i].n, *c.n})
		}
	}
	return out
}

// ageLines are the bands of age that have breaks.
func ageLines(language string, ages []tally) ([]tallyLine, error) {
	var out []tallyLine
	for i, a := range ages {
		name, err := bandName(language, i)
		if err != nil {
			return nil, err
		}
		if a.Count > 0 {
			out = append(out, tallyLine{name, a})
		}
	}
	return out, nil
}

// findingView is a finding with what the page says around it.
type findingView struct {
	*finding
	CapLine string
	date    calendar.Date
}

// Account is the reconciliation that the finding is about.
func (v findingView) Account() string { return v.Rows[0].Reconciliation }

// breakLine is a break as a line of the page.
type breakLine struct {
	*Break
	Age        int
	Difference *amount
}

// Lines are the listed breaks.
func (v findingView) Lines() iter.Seq[breakLine] {
	return func(yield func(breakLine) bool) {
		for _, b := range v.Rows {
			line := breakLine{Break: b, Age: b.age(v.date)}
			if b.hasDifference() {
				line.Difference = &amount{b.Currency, b.DifferenceMinor}
			}
			if !yield(line) {
				return
			}
		}
	}
}

package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"recon/internal/calendar"
	"recon/internal/money"
)

// relyRow says of one reconciliation whether its day can be relied on.
type relyRow struct {
	Name, Anchor, Class, Badge string
	Through                    calendar.Date
	Opening                    bool
	Accepted                   bool // somebody let something unusual pass
	Version                    int  // above 1: restated
	In, Of                     int  // files that are here, of all sources; of the day itself
	Statement, Ledger          string
}

// agreeRow is the roll-forward of one reconciliation and currency.
type agreeRow struct {
	Name, Anchor string
	ProofRow
	Money, Rows string // how much is matched
}

// OtherMinor is what of the roll-forward is neither opening nor a side's total.
func (r agreeRow) OtherMinor() int64 {
	return -r.NatureMinor - r.ToleranceMinor - r.ClosedByPeopleMinor
}

// act is what needs a person today.
type act struct {
	*actSum
	Names  []named
	Owners string
}

// named is a reconciliation and where its detail is.
type named struct{ Name, Anchor string }

// actMost is how many findings the list of what to do today has at most.
const actMost = 10

// first fills the three answers of the first screen.
func (p *page) first(d *Day, v *overview) {
	anchors := map[string]string{}
	for _, s := range p.Sections {
		anchors[s.R.Name] = s.Anchor
		p.Rely = append(p.Rely, s.rely())
		if s.Reconciled() {
			p.Agree = append(p.Agree, s.agree()...)
		}
	}
	for _, a := range p.Agree {
		if a.CheckMinor != 0 {
			p.Unproved = append(p.Unproved, amount{a.Currency, a.CheckMinor})
		}
	}
	p.Carried = v.carried
	for _, a := range v.sortedActs() {
		if len(p.Act) == actMost {
			p.ActMore++
			continue
		}
		line := act{actSum: a, Owners: a.owners.text(d.Language)}
		for _, name := range a.names {
			line.Names = append(line.Names, named{name, anchors[name]})
		}
		p.Act = append(p.Act, line)
	}
}

// rely says how far the reconciliation is. Of one that is not reconciled, the
// files and gates that are known are those of a version before, so that only
// what is wrong with them is said.
func (s *section) rely() relyRow {
	row := relyRow{Name: s.R.Name, Anchor: s.Anchor, Class: s.Class, Badge: s.Brief, Through: s.R.Through, Opening: s.R.Opening, Accepted: len(s.R.Overrides) > 0, Version: s.R.Version,
		Of: len(s.R.Sources), Statement: s.R.gate("statement"), Ledger: s.R.gate("ledger")}
	if !s.Reconciled() {
		row.Of, row.Version, row.Opening, row.Accepted = 0, 0, false, false
		row.Statement, row.Ledger = onlyBad(row.Statement), onlyBad(row.Ledger)
		return row
	}
	for _, src := range s.R.Sources {
		if src.Gate != "missing" {
			row.In++
		}
	}
	return row
}

func onlyBad(gate string) string {
	if gate == "refused" || gate == "missing" {
		return gate
	}
	return ""
}

// gate is the worst gate of a side's sources, empty without any.
func (r *Reconciliation) gate(side string) string {
	worst := -1
	order := []string{"passed", "accepted", "missing", "refused"}
	for _, s := range r.Sources {
		if s.Side == side {
			worst = max(worst, slices.Index(order, s.Gate))
		}
	}
	if worst < 0 {
		return ""
	}
	return order[worst]
}

func (s *section) agree() []agreeRow {
	var out []agreeRow
	for _, proof := range s.R.Proof {
		row := agreeRow{Name: s.R.Name, Anchor: s.Anchor, ProofRow: proof}
		for _, h := range s.R.Shares {
			if h.Currency == proof.Currency {
				row.Money = percentText(h.MatchedMinor, h.PoolMinor, s.unsettled > 0)
				row.Rows = percentText(h.MatchedEntries, h.PoolEntries, s.unsettled > 0)
			}
		}
		out = append(out, row)
	}
	return out
}

// Harm of an action's reason, in three steps; within one, the most money
// comes first.
func harmStep(reason string) int {
	switch reason {
	case "missing", "extra", "status", "duplicate":
		return 0 // customers wait, or money may be lost
	case "fee":
		return 2
	}
	return 1
}

// sortedActs are the actions, what hurts most first. Amounts of different
// currencies are compared by their face, as no rates are known.
func (v *overview) sortedActs() []*actSum {
	return slices.SortedFunc(maps.Values(v.acts), func(a, b *actSum) int {
		return cmp.Or(cmp.Compare(harmStep(a.Reason), harmStep(b.Reason)), cmp.Compare(b.stake.face(), a.stake.face()),
			cmp.Compare(harm(a.Reason), harm(b.Reason)), cmp.Compare(a.Label, b.Label), cmp.Compare(a.Suggestion, b.Suggestion), cmp.Compare(a.Sign, b.Sign))
	})
}

// face is the largest sum in hundredths of its major unit.
func (s sums) face() uint64 {
	most := uint64(0)
	for currency, minor := range s {
		n := magnitude(minor)
		for range max(0, money.Exponent(currency)-2) {
			n /= 10
		}
		for range max(0, 2-money.Exponent(currency)) {
			n *= 10
		}
		most = max(most, n)
	}
	return most
}

// text lists who looks after how many: one owner by name, several with counts,
// those that nobody has last.
func (o owners) text(language string) string {
	unowned := Word(language, "unowned")
	if len(o) == 1 && o[""] > 0 {
		return unowned
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if name != "" && len(o) == 1 {
			return name
		}
		if name != "" {
			parts = append(parts, fmt.Sprintf("%s %s", name, countText(o[name])))
		}
	}
	if n := o[""]; n > 0 {
		parts = append(parts, fmt.Sprintf("%s %s", unowned, countText(n)))
	}
	return strings.Join(parts, Word(language, "comma"))
}

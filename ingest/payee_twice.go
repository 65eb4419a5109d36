package ingest

import "fmt"

// accounts finds payees and currencies that stand in two rows.
type accounts struct {
	lines map[[2]string]int64
	twice []twice
}

func newAccounts(rows int) *accounts { return &accounts{lines: make(map[[2]string]int64, rows)} }

// add notes a row; rows come in the order of the file.
func (a *accounts) add(payee, currency string, line int64) {
	key := [2]string{payee, currency}
	if first, again := a.lines[key]; again {
		a.twice = append(a.twice, twice{uint32(first), uint32(line)})
		return
	}
	a.lines[key] = line
}

// faults name both rows. Column is that of the payee.
func (a *accounts) faults(column string) (out []Fault) {
	for i, t := range a.twice {
		text := fmt.Sprintf("the same payee and currency as in line %d, wanted one row for both; keep the right one", t.first)
		if i == MaxFaults-1 && len(a.twice) > MaxFaults {
			text += fmt.Sprintf(" (and %d more that come again)", len(a.twice)-MaxFaults)
		}
		if i == MaxFaults {
			break
		}
		out = append(out, Fault{Line: int64(t.line), Column: column, Text: text})
	}
	return out
}

package report

import (
	"fmt"
	"maps"
	"slices"
)

// rollUp is the roll-forward of a month by currency: the opening difference of
// its first day, the sums of its days, the closing difference of its last. A
// day that does not begin where the day before ended, and a sum that does not
// close, is an error.
func (a *MonthAccount) rollUp() ([]ProofRow, error) {
	totals := map[string]*monthSum{}
	for _, d := range a.Days {
		today := map[string]ProofRow{}
		for _, p := range d.Proof {
			today[p.Currency] = p
			if totals[p.Currency] == nil {
				// A currency that no earlier day had began with nothing.
				totals[p.Currency] = &monthSum{currency: p.Currency}
				if d.Date == a.Days[0].Date {
					totals[p.Currency].opening, totals[p.Currency].closing = p.OpeningMinor, p.OpeningMinor
				}
			}
		}
		for _, currency := range slices.Sorted(maps.Keys(totals)) {
			t, p := totals[currency], today[currency]
			if p.OpeningMinor != t.closing {
				return nil, fmt.Errorf("%s %s: begins with an open difference of %s %s, and the day before ended with %s: run the days after it again",
					a.Name, d.Date, amountText(p.OpeningMinor, currency), currency, amountText(t.closing, currency))
			}
			t.add(p)
		}
	}
	var rows []ProofRow
	for _, currency := range slices.Sorted(maps.Keys(totals)) {
		row, err := totals[currency].row()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.Name, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// monthSum adds up the days of one currency.
type monthSum struct {
	currency                                   string
	opening, closing                           int64
	statement, nature, ledger, tolerance, said wide
}

func (t *monthSum) add(p ProofRow) {
	t.closing = p.ClosingMinor
	t.statement.add(p.StatementMinor, 1)
	t.nature.add(p.NatureMinor, 1)
	t.ledger.add(p.LedgerMinor, 1)
	t.tolerance.add(p.ToleranceMinor, 1)
	t.said.add(p.ClosedByPeopleMinor, 1)
}

// row is the sum as a roll-forward that closes.
func (t *monthSum) row() (ProofRow, error) {
	p := ProofRow{Currency: t.currency, OpeningMinor: t.opening, ClosingMinor: t.closing}
	for _, s := range []struct {
		sum *wide
		to  *int64
	}{{&t.statement, &p.StatementMinor}, {&t.nature, &p.NatureMinor}, {&t.ledger, &p.LedgerMinor}, {&t.tolerance, &p.ToleranceMinor}, {&t.said, &p.ClosedByPeopleMinor}} {
		sum, whole := s.sum.int64()
		if !whole {
			return p, fmt.Errorf("%s: the sum of the month is beyond the range of an amount", t.currency)
		}
		*s.to = sum
	}
	left, err := total(p.OpeningMinor, p.StatementMinor, -p.NatureMinor, -p.LedgerMinor, -p.ToleranceMinor, -p.ClosedByPeopleMinor, -p.ClosingMinor)
	if err == nil && left != 0 {
		err = fmt.Errorf("%s: the roll-forward of the month leaves %s unexplained, wanted 0", t.currency, amountText(left, t.currency))
	}
	return p, err
}

// total adds amounts up; a sum beyond the range of an amount is an error.
func total(amounts ...int64) (int64, error) {
	var sum wide
	for _, a := range amounts {
		sum.add(a, 1)
	}
	n, whole := sum.int64()
	if !whole {
		return 0, fmt.Errorf("a sum is beyond the range of an amount")
	}
	return n, nil
}

package report

import (
	"cmp"
	"fmt"
	"slices"
)

// fees are the month's fees by source, kind and currency. A sum beyond the
// range of an amount is an error.
func (a *MonthAccount) fees() ([]FeeTotal, error) {
	var list []FeeTotal
	for _, d := range a.Days {
		for _, f := range d.Fees {
			f.Account = lastFour(f.Account)
			i := slices.IndexFunc(list, func(o FeeTotal) bool { return compareFees(o, f) == 0 })
			if i < 0 {
				list = append(list, f)
				continue
			}
			gross, err := total(list[i].GrossMinor, f.GrossMinor)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", a.Name, f.Source, err)
			}
			fee, err := total(list[i].FeeMinor, f.FeeMinor)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", a.Name, f.Source, err)
			}
			list[i].GrossMinor, list[i].FeeMinor = gross, fee
			list[i].Count += f.Count
		}
	}
	slices.SortFunc(list, compareFees)
	return list, nil
}

func compareFees(a, b FeeTotal) int {
	return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Account, b.Account), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Currency, b.Currency))
}

package report

import (
	"cmp"
	"fmt"
	"slices"
)

// balanceSheet is the reconciliation statement of one account and currency
// (余额调节表). Where the provider's statement has no balance of its own, the
// balance per provider is what its statements moved in the month, on top of the
// difference that was open before. Both adjusted balances are the same, or the
// statement is an error.
type balanceSheet struct {
	Currency        string
	Provider, Books []adjustLine // the balance, what is added to it, the adjusted balance
	AdjustedMinor   int64
	ProviderOnly    itemList // at the provider, not in our books
	BooksOnly       itemList // in our books, not at the provider
	Differing       itemList // in both, with different amounts
}

// adjustLine is one line of a side.
type adjustLine struct {
	Name  string // movement, opening, balance, by_nature, tolerance, decision, books_only, provider_only, differing, adjusted
	Code  string // kind of by_nature, word of decision
	Count int64  // of items; 0: not counted
	Minor int64  // as it is added
}

// item is an open break as a reconciling item.
type item struct {
	Break
	Minor int64
}

// itemList are items, of which a page shows the largest when they are many.
type itemList struct {
	Count int64
	Minor int64
	Items []item
}

func (l *itemList) add(b *Break, minor int64) error {
	sum, err := total(l.Minor, minor)
	l.Minor = sum
	l.Count++
	l.Items = append(l.Items, item{*b, minor})
	if len(l.Items) > 2*listedMost {
		l.cut(listedMost)
	}
	return err
}

// cut keeps the n items with the most money.
func (l *itemList) cut(n int) {
	slices.SortFunc(l.Items, func(a, b item) int {
		return cmp.Or(cmp.Compare(abs(b.Minor), abs(a.Minor)), cmp.Compare(a.BusinessDate, b.BusinessDate), cmp.Compare(a.ID, b.ID))
	})
	if len(l.Items) > n {
		clear(l.Items[n:])
		l.Items = l.Items[:n]
	}
}

// abs is the size of an amount, which fits where that of the least int64 does not.
func abs(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// sides says where a break stands in the statements of its currencies.
func (b *Break) sides(put func(currency, list string, minor int64) error) error {
	switch {
	case !b.hasDifference():
		if err := put(b.Statement.Currency, "provider_only", b.Statement.Minor); err != nil {
			return err
		}
		return put(b.Ledger.Currency, "books_only", b.Ledger.Minor)
	case !b.Ledger.Present() || b.Reason == "status":
		return put(b.Currency, "provider_only", b.Statement.Minor)
	case !b.Statement.Present():
		return put(b.Currency, "books_only", b.Ledger.Minor)
	}
	return put(b.Currency, "differing", b.DifferenceMinor)
}

// balances are the reconciliation statements of the account, by currency.
func (a *MonthAccount) balances() ([]*balanceSheet, error) {
	proofs, err := a.rollUp()
	if err != nil {
		return nil, err
	}
	var sheets []*balanceSheet
	byCurrency := map[string]*balanceSheet{}
	for _, p := range proofs {
		s := &balanceSheet{Currency: p.Currency}
		sheets, byCurrency[p.Currency] = append(sheets, s), s
	}
	for b, err := range orNone(a.Breaks) {
		if err == nil {
			err = b.sides(func(currency, list string, minor int64) error {
				s := byCurrency[currency]
				if s == nil {
					return fmt.Errorf("%s: break %s is in %s, which no day of the month has", a.Name, b.ID, currency)
				}
				return s.list(list).add(&b, minor)
			})
		}
		if err != nil {
			return nil, err
		}
	}
	for i, s := range sheets {
		s.ProviderOnly.cut(listedMost)
		s.BooksOnly.cut(listedMost)
		s.Differing.cut(listedMost)
		if err := s.balance(a, proofs[i]); err != nil {
			return nil, fmt.Errorf("%s %s: %w", a.Name, s.Currency, err)
		}
	}
	return sheets, nil
}

func (s *balanceSheet) list(name string) *itemList {
	return map[string]*itemList{"provider_only": &s.ProviderOnly, "books_only": &s.BooksOnly, "differing": &s.Differing}[name]
}

// balance fills in the lines of both sides and holds them against each other.
func (s *balanceSheet) balance(a *MonthAccount, p ProofRow) error {
	provider, err := total(p.StatementMinor, p.OpeningMinor)
	if err != nil {
		return err
	}
	s.Provider = []adjustLine{{Name: "opening", Minor: p.OpeningMinor}, {Name: "movement", Minor: p.StatementMinor}, {Name: "balance", Minor: provider}}
	natures, err := a.natures(p.Currency)
	if err != nil {
		return err
	}
	decided, err := a.decided(p.Currency)
	if err != nil {
		return err
	}
	for _, n := range natures {
		s.Provider = append(s.Provider, adjustLine{Name: "by_nature", Code: n.Kind, Count: n.Count, Minor: -n.GrossMinor})
	}
	s.Provider = append(s.Provider, adjustLine{Name: "books_only", Count: s.BooksOnly.Count, Minor: s.BooksOnly.Minor})
	s.Books = []adjustLine{{Name: "movement", Minor: p.LedgerMinor}, {Name: "balance", Minor: p.LedgerMinor},
		{Name: "provider_only", Count: s.ProviderOnly.Count, Minor: s.ProviderOnly.Minor},
		{Name: "differing", Count: s.Differing.Count, Minor: s.Differing.Minor}, {Name: "tolerance", Minor: p.ToleranceMinor}}
	for _, d := range decided {
		s.Books = append(s.Books, adjustLine{Name: "decision", Code: d.Decision, Minor: d.Minor})
	}
	s.Books = slices.DeleteFunc(s.Books, adjustLine.isIdle)
	s.Provider = slices.DeleteFunc(s.Provider, adjustLine.isIdle)
	theirs, err := adjusted(s.Provider)
	if err != nil {
		return err
	}
	ours, err := adjusted(s.Books)
	if err != nil {
		return err
	}
	if theirs != ours {
		return fmt.Errorf("the adjusted balances are %s per provider and %s per books, wanted the same: the published day does not hold what its figures say",
			amountText(theirs, s.Currency), amountText(ours, s.Currency))
	}
	s.AdjustedMinor = ours
	s.Provider = append(s.Provider, adjustLine{Name: "adjusted", Minor: theirs})
	s.Books = append(s.Books, adjustLine{Name: "adjusted", Minor: ours})
	return nil
}

// isIdle reports whether a line says nothing.
func (l adjustLine) isIdle() bool {
	return l.Minor == 0 && l.Count == 0 && l.Name != "movement" && l.Name != "balance"
}

// adjusted is a side's balance with what is added to it.
func adjusted(side []adjustLine) (int64, error) {
	var amounts []int64
	for _, l := range side {
		if l.Name != "movement" && l.Name != "opening" {
			amounts = append(amounts, l.Minor)
		}
	}
	return total(amounts...)
}

// natures are the month's rows that our books cannot hold, of one currency, by kind.
func (a *MonthAccount) natures(currency string) ([]NatureTotal, error) {
	var list []NatureTotal
	for _, d := range a.Days {
		for _, n := range d.Nature {
			if n.Currency != currency {
				continue
			}
			i := slices.IndexFunc(list, func(o NatureTotal) bool { return o.Kind == n.Kind })
			if i < 0 {
				i = len(list)
				list = append(list, NatureTotal{Kind: n.Kind, Currency: currency})
			}
			var err error
			if list[i].GrossMinor, err = total(list[i].GrossMinor, n.GrossMinor); err != nil {
				return nil, fmt.Errorf("by nature, %s: %w", n.Kind, err)
			}
			list[i].Count += n.Count
		}
	}
	slices.SortFunc(list, func(a, b NatureTotal) int { return cmp.Compare(a.Kind, b.Kind) })
	return list, nil
}

// decided is what people closed in the month, of one currency, by decision.
func (a *MonthAccount) decided(currency string) ([]DecidedTotal, error) {
	var list []DecidedTotal
	for _, d := range a.Days {
		for _, t := range d.Decided {
			if t.Currency != currency {
				continue
			}
			i := slices.IndexFunc(list, func(o DecidedTotal) bool { return o.Decision == t.Decision })
			if i < 0 {
				i = len(list)
				list = append(list, DecidedTotal{Decision: t.Decision, Currency: currency})
			}
			var err error
			if list[i].Minor, err = total(list[i].Minor, t.Minor); err != nil {
				return nil, fmt.Errorf("closed by people, %s: %w", t.Decision, err)
			}
		}
	}
	slices.SortFunc(list, func(a, b DecidedTotal) int { return cmp.Compare(a.Decision, b.Decision) })
	return list, nil
}

package report

import (
	"io"
	"strconv"
)

// The columns of the files of a month, in order.
var (
	reconciliationColumns = []string{
		"reconciliation", "currency", "side", "line", "code", "count", "amount_minor", "break_id", "reason", "kind", "order_ref", "order_no",
		"refund_ref", "ref", "business_date", "age_days", "statement_minor", "ledger_minor",
	}
	cutOffColumns = []string{
		"reconciliation", "why", "belongs_to", "side", "kind", "order_ref", "order_no", "refund_ref", "ref", "currency", "gross_minor", "business_date",
		"arrived_on", "file", "line", "break_id",
	}
	feeColumns     = []string{"reconciliation", "source", "provider", "account", "kind", "currency", "count", "gross_minor", "fee_minor"}
	journalColumns = []string{"date", "account_key", "debit_minor", "credit_minor", "currency", "text", "source"}
)

// WriteReconciliation writes reconciliation.csv of a month: of every account
// and currency both sides line by line, each reconciling item singly behind
// its sum. Memory does not grow with the number of items.
func WriteReconciliation(w io.Writer, m *Month) error {
	m = maskedMonth(m)
	return writeCSV(w, reconciliationColumns, func(put func([]string) error) error {
		for i := range m.Accounts {
			if err := m.putBalances(&m.Accounts[i], put); err != nil {
				return err
			}
		}
		return nil
	})
}

func (m *Month) putBalances(a *MonthAccount, put func([]string) error) error {
	sheets, err := a.balances()
	if err != nil {
		return err
	}
	for _, s := range sheets {
		for _, side := range []struct {
			name  string
			lines []adjustLine
		}{{"provider", s.Provider}, {"books", s.Books}} {
			for _, l := range side.lines {
				cells := make([]string, len(reconciliationColumns))
				copy(cells, []string{a.Name, s.Currency, side.name, l.Name, l.Code, counted(l.Count), minorText(l.Minor)})
				if err := put(cells); err != nil {
					return err
				}
				if err := m.putItems(a, s.Currency, side.name, l.Name, put); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func counted(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// putItems puts the items of a line, in the order of breaks.csv.
func (m *Month) putItems(a *MonthAccount, currency, side, line string, put func([]string) error) error {
	if line != "provider_only" && line != "books_only" && line != "differing" {
		return nil
	}
	for b, err := range ordered(a.Name, a.Breaks) {
		if err != nil {
			return err
		}
		err := b.sides(func(c, list string, minor int64) error {
			if c != currency || list != line {
				return nil
			}
			return put([]string{a.Name, currency, side, "item", line, "", minorText(minor), b.ID, b.Reason, b.Kind, b.OrderRef, b.OrderNo, b.RefundRef, b.Ref,
				dateText(b.BusinessDate), strconv.Itoa(b.age(m.Period.Last())), b.Statement.minor(), b.Ledger.minor()})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// WriteOpenBreaks writes open_breaks.csv of a month: what was open at its end,
// in the columns of breaks.csv.
func WriteOpenBreaks(w io.Writer, m *Month) error {
	m = maskedMonth(m)
	d := &Day{Date: m.Period.Last(), Language: m.Language}
	return writeCSV(w, BreakColumns, func(put func([]string) error) error {
		for i := range m.Accounts {
			if err := putBreaks(d, ordered(m.Accounts[i].Name, m.Accounts[i].Breaks), put); err != nil {
				return err
			}
		}
		return nil
	})
}

// WriteCutOff writes cutoff.csv of a month: the rows of its first and last day
// that belong to a neighbouring month, and what was pending at its end.
func WriteCutOff(w io.Writer, m *Month) error {
	m = maskedMonth(m)
	return writeCSV(w, cutOffColumns, func(put func([]string) error) error {
		for _, a := range m.Accounts {
			for r, err := range orNone(a.CutOff) {
				if err != nil {
					return err
				}
				if err := put([]string{a.Name, r.Why, r.Belongs.String(), r.Side, r.Kind, r.OrderRef, r.OrderNo, r.RefundRef, r.Ref, r.Currency,
					minorText(r.GrossMinor), dateText(r.BusinessDate), dateText(r.ArrivedOn), r.File, Row{Line: r.Line}.line(), r.BreakID}); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// WriteFees writes fees.csv of a month: what providers charged. Of rows of kind
// fee the gross amount is the fee.
func WriteFees(w io.Writer, m *Month) error {
	m = maskedMonth(m)
	return writeCSV(w, feeColumns, func(put func([]string) error) error {
		for i := range m.Accounts {
			fees, err := m.Accounts[i].fees()
			if err != nil {
				return err
			}
			for _, f := range fees {
				if err := put([]string{m.Accounts[i].Name, f.Source, f.Provider, f.Account, f.Kind, f.Currency, minorText(f.Count), minorText(f.GrossMinor), minorText(f.FeeMinor)}); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// WriteJournal writes journal.csv of a month.
func WriteJournal(w io.Writer, m *Month) error {
	return writeCSV(w, journalColumns, func(put func([]string) error) error {
		for _, l := range m.Journal.Lines {
			if err := put([]string{dateText(l.Date), l.AccountKey, minorText(l.DebitMinor), minorText(l.CreditMinor), l.Currency, l.Text, l.Source}); err != nil {
				return err
			}
		}
		return nil
	})
}

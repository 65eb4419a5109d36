package report

import (
	"cmp"
	"io"
	"iter"
)

// StatementColumns are the columns of a payee's statement as CSV. row says what
// a row is: balance (a line of the roll-forward, under kind), entry, hold,
// payout or skip.
var StatementColumns = []string{
	"period", "payee", "row", "currency", "kind", "entry_id", "order_ref", "occurred_at", "amount_minor", "state", "reference", "reason",
}

// WriteStatementCSV writes a statement with all its entries.
func WriteStatementCSV(w io.Writer, st Statement) error {
	return WriteStatementsCSV(w, Rows([]Statement{st}))
}

// WriteStatementsCSV writes the statements of many payees into one file. They
// must be strictly ascending by payee. Only one statement is held at a time.
func WriteStatementsCSV(w io.Writer, all iter.Seq2[Statement, error]) error {
	return writeCSV(w, StatementColumns, func(put func([]string) error) error {
		for st, err := range ascending("statements", all, func(st *Statement) string { return st.Payee }, cmp.Compare[string]) {
			if err != nil {
				return err
			}
			if err := st.putRows(put); err != nil {
				return err
			}
		}
		return nil
	})
}

// statementRow is a row before its cells are in the order of the columns.
type statementRow struct {
	row, kind, state, reference, reason string
	StatementEntry
}

func (st *Statement) putRows(put func([]string) error) error {
	s := Settlement{Zone: st.Zone}
	cells := make([]string, 0, len(StatementColumns))
	one := func(r statementRow) error {
		minor := minorText(r.AmountMinor)
		return put(append(cells[:0], st.Period, st.Payee, r.row, r.Currency, cmp.Or(r.kind, r.Kind), r.EntryID, r.OrderRef,
			s.stamp(r.OccurredAt), minor, r.state, r.reference, r.reason))
	}
	for _, part := range []func(func(statementRow) error) error{st.balanceRows, st.entryRows, st.holdRows, st.payoutRows} {
		if err := part(one); err != nil {
			return err
		}
	}
	return nil
}

func (st *Statement) balanceRows(put func(statementRow) error) error {
	for _, a := range st.Accounts {
		for _, t := range a.terms() {
			if err := put(statementRow{row: "balance", kind: t.name, StatementEntry: StatementEntry{Currency: a.Currency, AmountMinor: t.minor}}); err != nil {
				return err
			}
		}
		if a.SkipReason == "" {
			continue
		}
		if err := put(statementRow{row: "skip", reason: a.SkipReason, StatementEntry: StatementEntry{Currency: a.Currency, AmountMinor: a.AvailableMinor}}); err != nil {
			return err
		}
	}
	return nil
}

func (st *Statement) entryRows(put func(statementRow) error) error {
	for e, err := range st.entries() {
		if err != nil {
			return err
		}
		if err := put(statementRow{row: "entry", StatementEntry: e}); err != nil {
			return err
		}
	}
	return nil
}

func (st *Statement) holdRows(put func(statementRow) error) error {
	for _, h := range st.Holds {
		if err := put(statementRow{row: "hold", reason: h.Reason, StatementEntry: h.StatementEntry}); err != nil {
			return err
		}
	}
	return nil
}

func (st *Statement) payoutRows(put func(statementRow) error) error {
	for _, p := range st.Payouts {
		row := statementRow{row: "payout", kind: p.Period, state: p.State, reference: p.Reference,
			StatementEntry: StatementEntry{Currency: p.Currency, AmountMinor: p.AmountMinor}}
		if err := put(row); err != nil {
			return err
		}
	}
	return nil
}

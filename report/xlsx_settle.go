package report

import (
	"io"
	"iter"
	"time"

	"recon/report/sheet"
)

// WriteSettleXLSX writes report.xlsx of a batch: the sheets payouts, skipped,
// payees and restated, the rows of the CSV files of these names. Memory does
// not grow with the number of rows.
func WriteSettleXLSX(w io.Writer, s *Settlement) error {
	title, err := sentence(s.Language, "xlsx.batch", s.Period, s.BatchID)
	if err != nil {
		return err
	}
	l := s.Language
	payees := headers(l, "xlsx.payee", "xlsx.currency")
	for _, t := range new(Roll).terms() {
		payees = append(payees, sheet.Column{Title: Word(l, "roll."+t.name), Width: 16})
	}
	return sheet.Write(w, sheet.Book{Title: title, Created: s.Cutoff.Truncate(time.Second), Sheets: []sheet.Sheet{
		{Name: "payouts", Rows: s.payoutSheet(), Columns: headers(l, "xlsx.payout.key", "xlsx.payee", "xlsx.currency", "money", "xlsx.payout.fee", "xlsx.rail",
			"xlsx.rail.ref", "state", "xlsx.submission")},
		{Name: "skipped", Rows: s.skipSheet(), Columns: headers(l, "xlsx.payee", "xlsx.currency", "reason", "money", "detail")},
		{Name: "payees", Rows: s.payeeSheet(), Columns: payees},
		{Name: "restated", Rows: s.restatedSheet(), Columns: headers(l, "xlsx.entry", "xlsx.payee", "xlsx.currency", "xlsx.change", "before", "after",
			"xlsx.was.payee", "xlsx.was.currency", "xlsx.was.kind", "xlsx.was.at", "xlsx.now.at")},
	}})
}

// listSheet are the rows of a list as rows of a sheet.
func listSheet[T any](rows iter.Seq2[T, error], cells func([]sheet.Cell, *T) []sheet.Cell) iter.Seq2[[]sheet.Cell, error] {
	return func(yield func([]sheet.Cell, error) bool) {
		var buffer []sheet.Cell
		for row, err := range orNone(rows) {
			buffer = cells(buffer[:0], &row)
			if !yield(buffer, err) || err != nil {
				return
			}
		}
	}
}

func (s *Settlement) payoutSheet() iter.Seq2[[]sheet.Cell, error] {
	return listSheet(s.Payouts, func(to []sheet.Cell, p *PayoutRow) []sheet.Cell {
		return append(to, sheet.Text(p.PayoutKey), sheet.Text(p.Payee), sheet.Text(p.Currency), sheet.Money(p.AmountMinor, p.Currency),
			sheet.Money(p.FeeMinor, p.Currency), sheet.Text(p.Rail), sheet.Text(p.RailRef), sheet.Text(code(s.Language, "payout", p.Status)), sheet.Text(p.SubmissionFile))
	})
}

func (s *Settlement) skipSheet() iter.Seq2[[]sheet.Cell, error] {
	m := s.mask()
	return listSheet(s.Skipped, func(to []sheet.Cell, k *SkipRow) []sheet.Cell {
		return append(to, sheet.Text(k.Payee), sheet.Text(k.Currency), sheet.Text(code(s.Language, "skip", k.Reason)), sheet.Money(k.AmountMinor, k.Currency),
			sheet.Text(m.text(k.Detail)))
	})
}

func (s *Settlement) payeeSheet() iter.Seq2[[]sheet.Cell, error] {
	return listSheet(closingRows(orNone(s.Payees)), func(to []sheet.Cell, b *BalanceRow) []sheet.Cell {
		to = append(to, sheet.Text(b.Payee), sheet.Text(b.Currency))
		for _, t := range b.terms() {
			to = append(to, sheet.Money(t.minor, b.Currency))
		}
		return to
	})
}

func (s *Settlement) restatedSheet() iter.Seq2[[]sheet.Cell, error] {
	return listSheet(s.Restated, func(to []sheet.Cell, r *RestatedRow) []sheet.Cell {
		return append(to, sheet.Text(r.EntryID), sheet.Text(r.Payee), sheet.Text(r.Currency), sheet.Text(code(s.Language, "change", r.Change)),
			sheet.Money(r.WasMinor, r.WasCurrency), sheet.Money(r.NowMinor, r.Currency), sheet.Text(r.WasPayee), sheet.Text(r.WasCurrency),
			sheet.Text(r.WasKind), sheet.Text(s.stamp(r.WasAt)), sheet.Text(s.stamp(r.NowAt)))
	})
}

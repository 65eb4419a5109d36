package report

import (
	"iter"

	"recon/report/sheet"
)

func carriedColumns(language string) []sheet.Column {
	return headers(language, "break", "reconciliation", "reason", "state", "closed.by", "xlsx.comment", "kind", "order", "refund", "ref", "xlsx.currency",
		"difference", "date", "first", "xlsx.age.days", "xlsx.owner.name", "note")
}

// carriedRows are the breaks that came into the day: those that were closed on
// it and by what, and those that are still open.
func (d *Day) carriedRows() iter.Seq2[[]sheet.Cell, error] {
	return sheetRows(func(put put) error {
		for i := range d.Reconciliations {
			r := &d.Reconciliations[i]
			if err := d.putClosed(put, r); err != nil {
				return err
			}
			if err := d.putStillOpen(put, r); err != nil {
				return err
			}
		}
		return nil
	})
}

func (d *Day) putClosed(put put, r *Reconciliation) error {
	text := sheet.Text
	for c, err := range orNone(r.Closed) {
		if err != nil {
			return err
		}
		by, err := closing(d.Language, c)
		if err != nil {
			return err
		}
		if !put(text(c.ID), text(r.Name), text(code(d.Language, "reason", c.Reason)), text(Word(d.Language, "xlsx.carried.closed")), text(by), text(c.Comment),
			text(code(d.Language, "kind", c.Kind)), text(c.OrderRef), text(c.RefundRef), text(c.Ref), text(c.Currency),
			sheet.Money(c.DifferenceMinor, c.Currency), dateCell(c.BusinessDate), dateCell(c.FirstSeen), sheet.Cell{}, sheet.Cell{}, sheet.Cell{}) {
			return nil
		}
	}
	return nil
}

func (d *Day) putStillOpen(put put, r *Reconciliation) error {
	text := sheet.Text
	for b, err := range inOrder(r) {
		if err != nil {
			return err
		}
		if b.FirstSeen >= d.Date {
			continue
		}
		difference := sheet.Cell{}
		if b.hasDifference() {
			difference = sheet.Money(b.DifferenceMinor, b.Currency)
		}
		if !put(text(b.ID), text(r.Name), text(code(d.Language, "reason", b.Reason)), text(Word(d.Language, "xlsx.carried.open")), sheet.Cell{}, sheet.Cell{},
			text(code(d.Language, "kind", b.Kind)), text(b.OrderRef), text(b.RefundRef), text(b.Ref), text(b.Currency),
			difference, dateCell(b.BusinessDate), dateCell(b.FirstSeen), sheet.Count(int64(b.age(d.Date))), text(b.Owner), text(b.Note)) {
			return nil
		}
	}
	return nil
}

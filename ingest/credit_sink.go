package ingest

import "recon/internal/parquet"

// ledgerColumns are the columns of ledger_entry in order.
var ledgerColumns = []string{"file_no", "line", "entry_id", "payee", "currency", "kind", "status", "amount_minor", "occurred_at", "order_ref"}

// creditColumns are the columns of a piece of the settlement's ledger: those of
// ledger_entry and no others, as whoever reads millions of rows pays for each.
func (s *sink) creditColumns(t *reading) []parquet.Column {
	number := func(i int, name string) parquet.Column {
		s.numbers[i].Name, s.numbers[i].Random = name, false
		return &s.numbers[i]
	}
	word := func(i int, texts []string) parquet.Column {
		s.words[i].Name, s.words[i].Texts = wordNames[i], texts
		return &s.words[i]
	}
	no := t.file.No
	return []parquet.Column{
		&parquet.Const{Name: "file_no", Int: &no},
		number(lineColumn, "line"),
		s.textColumn(ownIDColumn, "entry_id", t.layout),
		s.textColumn(payeeColumn, "payee", t.layout),
		s.textColumn(currencyColumn, "currency", t.layout),
		word(kindColumn, kindNames),
		word(statusColumn, statusNames),
		number(grossColumn, "amount_minor"),
		number(occurredColumn, "occurred_at"),
		s.textColumn(orderRefColumn, "order_ref", t.layout),
	}
}

// addCredit adds one row of the settlement's ledger to the row group.
func (s *sink) addCredit(r *Row, e *Entry) {
	s.numbers[lineColumn].Put(s.rows, r.Line)
	s.numbers[grossColumn].Put(s.rows, e.Gross)
	s.numbers[occurredColumn].Put(s.rows, e.OccurredAt)
	s.words[kindColumn].Put(s.rows, uint8(e.Kind))
	s.words[statusColumn].Put(s.rows, uint8(e.Status))
	s.addText(r, ownIDColumn, e.OwnID)
	s.addText(r, payeeColumn, e.Payee)
	s.addText(r, currencyColumn, e.Currency)
	s.addText(r, orderRefColumn, e.OrderRef)
}

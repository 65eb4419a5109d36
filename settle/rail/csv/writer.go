package csv

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"recon/internal/money"
	"recon/settle/rail"
)

// Write writes the file of a submission. Everything is checked before the first
// byte, so that there is a file that the bank takes, or none.
func (t *template) Write(w io.Writer, s rail.Submission) ([]rail.Remark, error) {
	sheet := &sheet{Submission: &s, count: int64(len(s.Payments)), date: s.Execution.Format(t.dateForm)}
	faults := rail.FaultsOf(t.key)
	t.checkSubmission(sheet, faults)
	t.checkPayments(sheet, faults)
	t.checkLines(sheet, faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	out := bufio.NewWriterSize(w, 64<<10)
	if err := t.write(out, sheet); err != nil {
		return nil, err
	}
	return t.remarks(s.Payments), out.Flush()
}

func (t *template) checkSubmission(s *sheet, faults *rail.Faults) {
	exponent := money.Exponent(s.Currency)
	switch {
	case s.count == 0:
		faults.Add(0, "no payouts, wanted at least one")
	case t.maxPerFile > 0 && s.count > int64(t.maxPerFile):
		faults.Add(0, "%d payouts, wanted at most %d in a file", s.count, t.maxPerFile)
	}
	if s.Execution == 0 {
		faults.Add(0, "no execution date")
	}
	if s.MessageID == "" || !digitsOrCapitals(s.MessageID) {
		faults.Add(0, "message id %q, wanted capital letters and digits", s.MessageID)
	}
	for i := range s.Payments {
		amount := s.Payments[i].AmountMinor
		if s.sum += max(amount, 0); s.sum < 0 {
			faults.Add(0, "the sum of the payouts is beyond the range of an amount")
			return
		}
	}
	if t.maxFileSum == "" {
		return
	}
	if most, err := money.Parse(t.maxFileSum, exponent); err != nil {
		faults.Add(0, "max_file_sum in %s: %v", s.Currency, err)
	} else if s.sum > most {
		faults.Add(0, "the payouts sum to %s, wanted at most %s in a file", money.Format(s.sum, exponent), t.maxFileSum)
	}
}

func digitsOrCapitals(s string) bool {
	return strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

func (t *template) checkPayments(s *sheet, faults *rail.Faults) {
	seen := map[string]bool{}
	for i := range s.Payments {
		p := &s.Payments[i]
		switch {
		case p.RailRef == "":
			faults.Add(0, "payout %d: no reference", i+1)
		case seen[p.RailRef]:
			faults.Add(0, "payout %s: stands in the file twice", p.RailRef)
		}
		seen[p.RailRef] = true
		if p.Currency != s.Currency {
			faults.Add(0, "payout %s: currency %s in a file of %s", p.RailRef, p.Currency, s.Currency)
		}
		for _, fault := range t.paymentFaults(t.row(p, int64(i+1), s.date, s.Period)) {
			faults.Add(0, "payout %s: %s", p.RailRef, fault)
		}
	}
}

// checkLines looks at what fills the lines above and below the rows. They have
// no quotes, so that a comma would move every cell after it.
func (t *template) checkLines(s *sheet, faults *rail.Faults) {
	checked := map[string]bool{}
	for _, line := range append(t.top[:len(t.top):len(t.top)], t.bottom...) {
		for _, p := range line.parts {
			if p.field == "" || checked[p.field] {
				continue
			}
			checked[p.field] = true
			value := fillPart(p, sheetFields, s)
			wrong := strange(value, t.set)
			if value == "" {
				wrong = "empty, wanted a value"
			} else if i := strings.IndexAny(value, string(t.comma)+"\""); i >= 0 && wrong == "" {
				wrong = fmt.Sprintf("holds %q, which the line has no quotes for", value[i:i+1])
			}
			if wrong != "" {
				faults.Add(0, "{%s}: %s", p.field, wrong)
			}
		}
	}
}

var errWritten = errors.New("a line holds a character that its character set does not have")

func (t *template) write(out *bufio.Writer, s *sheet) error {
	if t.set == setUTF8BOM {
		out.WriteString(byteOrder) // Flush tells of errors
	}
	for _, line := range t.top {
		if err := t.line(out, fill(line, sheetFields, s)); err != nil {
			return err
		}
	}
	if t.titles != "" {
		if err := t.line(out, t.titles); err != nil {
			return err
		}
	}
	var cells strings.Builder
	for i := range s.Payments {
		cells.Reset()
		r := t.row(&s.Payments[i], int64(i+1), s.date, s.Period)
		for j := range t.columns {
			if j > 0 {
				cells.WriteByte(t.comma)
			}
			cells.WriteString(t.cell(fill(t.columns[j].value, rowFields, r)))
		}
		if err := t.line(out, cells.String()); err != nil {
			return err
		}
	}
	for _, line := range t.bottom {
		if err := t.line(out, fill(line, sheetFields, s)); err != nil {
			return err
		}
	}
	return nil
}

func (t *template) line(out *bufio.Writer, text string) error {
	encoded, err := encode(text, t.set)
	if err != nil {
		return errWritten
	}
	out.WriteString(encoded) // Flush tells of errors
	_, err = out.WriteString(t.end)
	return err
}

// remarks tells of names that stand in the file in another form, or that old
// systems of banks cannot show.
func (t *template) remarks(payments []rail.Payment) []rail.Remark {
	var list []rail.Remark
	for i := range payments {
		p := &payments[i]
		if name := strings.TrimSpace(p.Name); name != p.Name {
			list = append(list, rail.Remark{RailRef: p.RailRef, Field: "name", Text: fmt.Sprintf("%q -> %q", p.Name, name)})
		}
		if t.set != setGB18030 {
			continue
		}
		if rare := beyondGBK(p.Name); rare != "" {
			list = append(list, rail.Remark{RailRef: p.RailRef, Field: "name", Text: fmt.Sprintf("%q is not in GBK; look whether the bank shows it", rare)})
		}
	}
	return list
}

package sepa

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"recon/internal/money"
	"recon/settle/rail"
)

// write writes the file: the head with an element on a line, then one line per
// payment, so that people can compare two files. Every call writes the same
// bytes.
func (d *document) write(out io.Writer) error {
	buffered := bufio.NewWriterSize(out, 1<<16)
	if _, err := buffered.WriteString(d.head()); err != nil {
		return err
	}
	var b []byte
	for i := range d.lines {
		b = d.appendPayment(b[:0], &d.s.Payments[i], &d.lines[i])
		if _, err := buffered.Write(b); err != nil {
			return err
		}
	}
	if _, err := buffered.WriteString("    </PmtInf>\n  </CstmrCdtTrfInitn>\n</Document>\n"); err != nil {
		return err
	}
	return buffered.Flush()
}

// head is all before the first payment. The order of elements is that of the
// schema, which takes no other.
func (d *document) head() string {
	count, sum := strconv.Itoa(len(d.lines)), money.Format(d.sum, euroDigits)
	var h headWriter
	h.line(`<?xml version="1.0" encoding="UTF-8"?>`)
	h.line(`<Document xmlns="` + namespace + d.w.profile + `">`)
	h.line(`  <CstmrCdtTrfInitn>`)
	h.line(`    <GrpHdr>`)
	h.leaf("MsgId", d.s.MessageID)
	h.leaf("CreDtTm", d.s.Created.UTC().Format("2006-01-02T15:04:05Z"))
	h.leaf("NbOfTxs", count)
	h.leaf("CtrlSum", sum)
	h.line(`      <InitgPty>` + element("Nm", d.debtor) + `</InitgPty>`)
	h.line(`    </GrpHdr>`)
	h.line(`    <PmtInf>`)
	h.leaf("PmtInfId", d.s.PaymentInfoID)
	h.leaf("PmtMtd", "TRF")
	if d.w.batchBooking != "" {
		h.leaf("BtchBookg", d.w.batchBooking)
	}
	h.leaf("NbOfTxs", count)
	h.leaf("CtrlSum", sum)
	h.line(`      <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>`)
	h.line(`      ` + d.executionDate())
	h.line(`      <Dbtr>` + element("Nm", d.debtor) + `</Dbtr>`)
	h.line(`      <DbtrAcct><Id>` + element("IBAN", d.iban) + `</Id></DbtrAcct>`)
	h.line(`      <DbtrAgt>` + d.debtorBank() + `</DbtrAgt>`)
	h.leaf("ChrgBr", "SLEV")
	return h.String()
}

// executionDate is a bare date in .03; in .09 it is a choice of date and time.
func (d *document) executionDate() string {
	date := d.s.Execution.String()
	if d.w.profile == profile03 {
		return element("ReqdExctnDt", date)
	}
	return `<ReqdExctnDt>` + element("Dt", date) + `</ReqdExctnDt>`
}

// debtorBank must be there. Without a BIC the bank knows itself by the IBAN.
func (d *document) debtorBank() string {
	if d.bic == "" {
		return `<FinInstnId><Othr>` + element("Id", noBIC) + `</Othr></FinInstnId>`
	}
	return `<FinInstnId>` + element(d.w.bic, d.bic) + `</FinInstnId>`
}

// appendPayment writes one payment. It has no address: in SEPA none is needed,
// and from November 2026 banks refuse addresses that are not structured.
func (d *document) appendPayment(b []byte, p *rail.Payment, l *line) []byte {
	b = append(b, `      <CdtTrfTxInf><PmtId>`...)
	b = appendElement(b, "InstrId", p.RailRef)
	b = appendElement(b, "EndToEndId", p.RailRef)
	b = append(b, `</PmtId><Amt><InstdAmt Ccy="EUR">`...)
	b = append(b, money.Format(p.AmountMinor, euroDigits)...)
	b = append(b, `</InstdAmt></Amt>`...)
	if l.bic != "" {
		b = append(b, `<CdtrAgt><FinInstnId>`...)
		b = appendElement(b, d.w.bic, l.bic)
		b = append(b, `</FinInstnId></CdtrAgt>`...)
	}
	b = append(b, `<Cdtr>`...)
	b = appendElement(b, "Nm", l.name)
	b = append(b, `</Cdtr><CdtrAcct><Id>`...)
	b = appendElement(b, "IBAN", l.iban)
	b = append(b, `</Id></CdtrAcct><RmtInf>`...)
	b = appendElement(b, "Ustrd", l.remittance)
	return append(b, "</RmtInf></CdtTrfTxInf>\n"...)
}

// headWriter writes lines.
type headWriter struct{ strings.Builder }

func (h *headWriter) line(text string) {
	h.WriteString(text)
	h.WriteByte('\n')
}

func (h *headWriter) leaf(name, text string) { h.line("      " + element(name, text)) }

func element(name, text string) string { return string(appendElement(nil, name, text)) }

// appendElement writes an element with text. The characters of SEPA need no
// escaping; it is done all the same, so that this place is right by itself.
func appendElement(b []byte, name, text string) []byte {
	b = append(b, '<')
	b = append(b, name...)
	b = append(b, '>')
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '&':
			b = append(b, "&amp;"...)
		case '<':
			b = append(b, "&lt;"...)
		case '>':
			b = append(b, "&gt;"...)
		default:
			b = append(b, text[i])
		}
	}
	b = append(b, '<', '/')
	b = append(b, name...)
	return append(b, '>')
}

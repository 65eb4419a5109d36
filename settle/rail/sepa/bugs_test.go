package sepa

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/settle/rail"
)

// The tests of this file are named after what went wrong elsewhere, in public.

// TestUnderscoreInReference: congressus/sepa-direct-debit #8,
// Project60/org.project60.sepa #244.
func TestUnderscoreInReference(t *testing.T) {
	w := newSepa(t, config.Rail{})
	wantText(t, refusal(t, w, onePayment(func(p *rail.Payment) { p.RailRef = "payout_1" })), `rail reference "payout_1": wanted`)
	s := onePayment(func(*rail.Payment) {})
	s.MessageID = "2026-08_1"
	wantText(t, refusal(t, w, s), `message id: "2026-08_1": wanted`)
	// In free text it is written as a hyphen, and people see that.
	content, remarks := writeFile(t, w, onePayment(func(p *rail.Payment) { p.Name = "a_b" }))
	wantText(t, string(content), "<Nm>a-b</Nm>")
	wantText(t, remarks[len(remarks)-1].Text, `"a_b" -> "a-b"`)
}

// TestReferenceOf36: raphaelm/python-sepaxml #44 (a UUID),
// libracore/erpnextswiss #58 and Dolibarr/dolibarr #3128 (references in one).
// References are never cut, because banks answer with them.
func TestReferenceOf36(t *testing.T) {
	w := newSepa(t, config.Rail{})
	long := strings.Repeat("A", 36)
	wantText(t, refusal(t, w, onePayment(func(p *rail.Payment) { p.RailRef = long })), "has 36 characters, wanted at most 35")
	content, _ := writeFile(t, w, onePayment(func(p *rail.Payment) { p.RailRef = long[:35] }))
	wantText(t, string(content), "<InstrId>"+long[:35]+"</InstrId><EndToEndId>"+long[:35]+"</EndToEndId>")
	schemaCheck(t, profile09, content)
}

// TestNameIsNoReference: php-sepa-xml/php-sepa-xml #129, EndToEndId made of the
// name, so that two payees of one name had one reference.
func TestNameIsNoReference(t *testing.T) {
	s := threePayments()
	for i := range s.Payments {
		s.Payments[i].Name = "Anna Muster"
	}
	content, _ := writeFile(t, newSepa(t, config.Rail{}), s)
	for _, p := range s.Payments {
		wantText(t, string(content), "<EndToEndId>"+p.RailRef+"</EndToEndId>")
	}
}

// TestSameTransferTwice: nemiah/phpFinTS #445.
func TestSameTransferTwice(t *testing.T) {
	s := threePayments()
	s.Payments = append(s.Payments, s.Payments[1])
	wantText(t, refusal(t, newSepa(t, config.Rail{}), s), "payment 4: rail reference MP202608AAAAAAAAAAAAAAAAAAAAAAA3 is that of payment 2 too")
}

// TestOrderOfElements: OCA/bank-payment #170, elements in another order than
// the schema's; perrich/sepawriter #14, Othr under BIC.
func TestOrderOfElements(t *testing.T) {
	s := threePayments()
	s.Debtor.BIC = ""
	for _, profile := range profiles {
		content, _ := writeFile(t, newSepa(t, config.Rail{Profile: profile, BatchBooking: "no"}), s)
		wantText(t, string(content), "<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>")
		at := 0
		for _, name := range strings.Fields("GrpHdr MsgId CreDtTm NbOfTxs CtrlSum InitgPty PmtInf PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf PmtId InstrId EndToEndId Amt CdtrAgt Cdtr CdtrAcct RmtInf") {
			next := strings.Index(string(content[at:]), "<"+name+">")
			if next < 0 {
				t.Fatalf("%s: no %s after %q", profile, name, content[at:at+20])
			}
			at += next + len(name)
		}
		schemaCheck(t, profile, content)
	}
}

// TestBankOfPayee: php-sepa-xml/php-sepa-xml #215, CdtrAgt lost in newer
// versions, so that a BIC that was given did not reach the bank. Without one
// the block is left out on purpose: the IBAN says the bank.
func TestBankOfPayee(t *testing.T) {
	for profile, name := range map[string]string{profile03: "BIC", profile09: "BICFI"} {
		w := newSepa(t, config.Rail{Profile: profile})
		content, _ := writeFile(t, w, onePayment(func(*rail.Payment) {}))
		wantText(t, string(content), "<CdtrAgt><FinInstnId><"+name+">COBADEFFXXX</"+name+"></FinInstnId></CdtrAgt>")
		for bic, remarks := range map[string]int{"": 0, "NOTPROVIDED": 1} {
			content, got := writeFile(t, w, onePayment(func(p *rail.Payment) { p.BIC = bic }))
			if bytes.Contains(content, []byte("CdtrAgt")) || len(got)-1 != remarks {
				t.Errorf("%q: %v\n%s", bic, got, content)
			}
		}
	}
}

// TestSpecialCharacters: Project60/org.project60.sepa #520, characters that
// are right in XML and crash the bank.
func TestSpecialCharacters(t *testing.T) {
	w := newSepa(t, config.Rail{Profile: profile03, Remittance: "{payee} {period}"})
	content, remarks := writeFile(t, w, onePayment(func(p *rail.Payment) {
		p.Name, p.Payee = "\u00adMüller & Söhne <\"Łódź\"> 'ß'\u2028#1", "/p//1/"
	}))
	wantText(t, string(content), "<Nm>Mueller + Soehne ('Lodz') 'ss' .1</Nm>")
	wantText(t, string(content), "<Ustrd>p/1/ 2026-08</Ustrd>")
	if last := remarks[len(remarks)-1]; last.Field != "remittance" || last.Text != `"/p//1/ 2026-08" -> "p/1/ 2026-08"` {
		t.Errorf("got %v", last)
	}
	schemaCheck(t, profile03, content)
}

// TestSumsExact: digitick/php-sepa-xml #28, 19.99 became 19.98;
// w2c/sepa-sdd-xml-generator #5 and Project60/org.project60.sepa #432, sums
// like 98529.8699999.
func TestSumsExact(t *testing.T) {
	for want, amounts := range map[string][]int64{
		"20.00":          {1999, 1},
		"0.30":           {10, 20},
		"98529.87":       {9852986, 1},
		"5000000000.00":  {99999999999, 99999999999, 99999999999, 99999999999, 99999999999, 5},
		"1.10":           {110},
		"16777217.01":    {1677721600, 101},
		"90071992547.41": many(99999999999, 90, 7199254831),
	} {
		s := onePayment(func(*rail.Payment) {})
		p := s.Payments[0]
		s.Payments = nil
		for i, amount := range amounts {
			p.RailRef, p.AmountMinor = fmt.Sprintf("MP%d", i), amount
			s.Payments = append(s.Payments, p)
		}
		content, _ := writeFile(t, newSepa(t, config.Rail{}), s)
		if got := strings.Count(string(content), "<CtrlSum>"+want+"</CtrlSum>"); got != 2 {
			t.Errorf("%s stands %d times:\n%s", want, got, content[:700])
		}
		schemaCheck(t, profile09, content)
	}
}

// many is an amount some times, and another.
func many(amount int64, times int, last int64) []int64 {
	list := []int64{last}
	for range times {
		list = append(list, amount)
	}
	return list
}

// TestCountsOfBothLevels: ebics-api/ebics-client-php #220 and
// rmbinder/Mitgliedsbeitrag #53, NbOfTxs and CtrlSum of the block wrong.
func TestCountsOfBothLevels(t *testing.T) {
	content, _ := writeFile(t, newSepa(t, config.Rail{}), threePayments())
	for _, tag := range []string{"<NbOfTxs>3<", "<CtrlSum>1000000019.99<"} {
		if got := strings.Count(string(content), tag); got != 2 {
			t.Errorf("%s stands %d times", tag, got)
		}
		last := strings.LastIndex(string(content), tag)
		broken := string(content[:last]) + strings.Replace(string(content[last:]), "9<", "8<", 1)
		broken = strings.Replace(broken, "<NbOfTxs>3<", "<NbOfTxs>2<", 1)
		wantText(t, validateText(t, config.Rail{}, broken), ": ")
	}
	block := strings.LastIndex(string(content), "<NbOfTxs>3<")
	wantText(t, validateText(t, config.Rail{}, string(content[:block])+"<NbOfTxs>2<"+string(content[block+len("<NbOfTxs>3<"):])), "PmtInf/NbOfTxs: 2, wanted 3")
}

// TestPastExecutionDate: libracore/erpnextswiss PR #100, one bank refuses the
// file and another single payments.
func TestPastExecutionDate(t *testing.T) {
	s := threePayments()
	s.Execution = calendar.Of(2026, 8, 28)
	wantText(t, refusal(t, newSepa(t, config.Rail{}), s), "execution date: 2026-08-28 lies before 2026-09-01, on which the file is made")
}

package sepa

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"recon/internal/config"

	"recon/internal/tool"
)

// validateText is what Validate says of a file.
func validateText(t testing.TB, cfg config.Rail, content string) string {
	t.Helper()
	count, sum, err := newSepa(t, cfg).Validate(strings.NewReader(content))
	if err == nil {
		return ""
	}
	if count != 0 || sum != 0 {
		t.Errorf("counted %d of %d besides an error", count, sum)
	}
	return err.Error()
}

// replaceOnce changes the first place of a file, which must be there.
func replaceOnce(t testing.TB, content, from, to string) string {
	t.Helper()
	if !strings.Contains(content, from) {
		t.Fatalf("the file has no %q", from)
	}
	return strings.Replace(content, from, to, 1)
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestValidateValues: one value changed, and the line, the place, what was
// found and what is wanted are told.
func TestValidateValues(t *testing.T) {
	content := readFile(t, "testdata/three.09.xml")
	const tx = "CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/"
	for _, c := range []struct{ from, to, want string }{
		{"<NbOfTxs>3<", "<NbOfTxs>4<", "GrpHdr/NbOfTxs: 4, wanted 3, as many as there are payments"},
		{"<NbOfTxs>3<", "<NbOfTxs>+3<", `line 7: Document/CstmrCdtTrfInitn/GrpHdr/NbOfTxs: "+3", wanted 1 to 15 digits`},
		{"<CtrlSum>1000000019.99<", "<CtrlSum>1000000019.98<", "GrpHdr/CtrlSum: 1000000019.98, wanted 1000000019.99, the sum of the payments"},
		{"<CtrlSum>1000000019.99<", "<CtrlSum>1000000019.990<", `"1000000019.990", wanted an amount like 12.30`},
		{"<InstdAmt Ccy=\"EUR\">19.99<", "<InstdAmt Ccy=\"EUR\">19.98<", "GrpHdr/CtrlSum: 1000000019.99, wanted 1000000019.98, the sum of the payments\nPmtInf/CtrlSum"},
		{">19.99<", ">19,99<", tx + `Amt/InstdAmt: "19,99", wanted an amount like 12.30`},
		{">0.01</Inst", ">0.00</Inst", "0.00, wanted 0.01 to 999999999.99"},
		{">0.01</Inst", ">-0.01</Inst", "-0.01, wanted 0.01 to 999999999.99"},
		{">999999999.99<", ">1000000000.00<", "1000000000.00, wanted 0.01 to"},
		{`Ccy="EUR"`, `Ccy="USD"`, `Amt/InstdAmt: attributes "Ccy=USD", wanted Ccy="EUR"`},
		{` Ccy="EUR"`, ``, `attributes "", wanted Ccy="EUR"`},
		{"<PmtMtd>TRF", "<PmtMtd>CHK", `PmtMtd: "CHK", wanted TRF`},
		{"<BtchBookg>true", "<BtchBookg>1", `BtchBookg: "1", wanted true or false`},
		{"<Cd>SEPA", "<Cd>URGP", `SvcLvl/Cd: "URGP", wanted SEPA`},
		{"SLEV", "SHAR", `ChrgBr: "SHAR", wanted SLEV`},
		{"<Dt>2026-09-02", "<Dt>2026-02-30", `ReqdExctnDt/Dt: "2026-02-30", wanted a date like 2026-09-02`},
		{"05Z<", "05 <", `CreDtTm: "2026-09-01T02:00:05 ", wanted a time like`},
		{"<MsgId>ME", "<MsgId>M_", "GrpHdr/MsgId: \"M_202608AAAAAAAAAAAAAAAAAAAAAAAA\": wanted a-z"},
		{"<PmtInfId>PI", "<PmtInfId>PI//", "PmtInf/PmtInfId: \"PI//202608"},
		{"A2</InstrId>", "A3</InstrId>", `EndToEndId: "MP202608AAAAAAAAAAAAAAAAAAAAAAA2", wanted the InstrId "MP202608AAAAAAAAAAAAAAAAAAAAAAA3"`},
		{"A3</InstrId><EndToEndId>MP202608AAAAAAAAAAAAAAAAAAAAAAA3", "A2</InstrId><EndToEndId>MP202608AAAAAAAAAAAAAAAAAAAAAAA2", `line 24: Document/` + tx + `PmtId/EndToEndId: "MP202608AAAAAAAAAAAAAAAAAAAAAAA2" stands in line 23 too, wanted it once`},
		{"DE89370400440532013000", "DE89370400440532013001", "line 23: Document/" + tx + "CdtrAcct/Id/IBAN: IBAN of DE: its check digits do not fit"},
		{"DE75512108001245126199", "de75512108001245126199", "PmtInf/DbtrAcct/Id/IBAN: IBAN has 'd' as character 1"},
		{"COBADEFFXXX", "COBADEFFXX", `CdtrAgt/FinInstnId/BICFI: BIC "COBADEFFXX" has 10 characters, wanted 8 or 11`},
		{"COBADEFFXXX", noBIC, `BIC "NOTPROVIDED": RO is no country`},
		{"Muster GmbH", "Muster &amp; Co", `Cdtr/Nm: "Muster & Co", wanted the characters of SEPA`},
		{"Muster GmbH", "M&#252;ster", `Cdtr/Nm: "Müster", wanted the characters of SEPA`},
		{"Muster GmbH", "Muster|GmbH", "wanted the characters of SEPA"},
		{"Muster GmbH", strings.Repeat("n", 71), "has 71 characters, wanted at most 70"},
		{"Muster GmbH", "", "Cdtr/Nm: empty, wanted a text"},
		{"2026-08 MP", strings.Repeat("u", 140) + " MP", "RmtInf/Ustrd: \"" + strings.Repeat("u", 140) + "...\" has"},
	} {
		wantText(t, validateText(t, config.Rail{}, replaceOnce(t, content, c.from, c.to)), c.want)
	}
}

// TestValidateForm: elements missing, twice, moved, unknown.
func TestValidateForm(t *testing.T) {
	content := readFile(t, "testdata/three.09.xml")
	for _, c := range []struct{ from, to, want string }{
		{profile09, profile03, `line 2: namespace "urn:iso:std:iso:20022:tech:xsd:pain.001.001.03", wanted urn:iso:std:iso:20022:tech:xsd:pain.001.001.09`},
		{` xmlns="`, ` xmlns:x="`, "line 2: no namespace, wanted"},
		{"<Document", "<Documents", "line 2: <Documents>, wanted <Document>"},
		{"<MsgId>ME202608AAAAAAAAAAAAAAAAAAAAAAAA</MsgId>", "", "line 6: Document/CstmrCdtTrfInitn/GrpHdr: <CreDtTm>, wanted <MsgId>"},
		{"<ChrgBr>SLEV</ChrgBr>", "", "line 23: Document/CstmrCdtTrfInitn/PmtInf: <CdtTrfTxInf>, wanted <ChrgBr>"},
		{"<ChrgBr>SLEV</ChrgBr>", "<ChrgBr>SLEV</ChrgBr><ChrgBr>SLEV</ChrgBr>", "<ChrgBr> again, wanted 1"},
		{"<ChrgBr>SLEV</ChrgBr>", "<UltmtDbtr/>", "<UltmtDbtr>, wanted <ChrgBr>"},
		{"</CreDtTm>", "</CreDtTm><Authstn/>", "<Authstn>, wanted <NbOfTxs>"},
		{"<RmtInf><Ustrd>", "<RmtInf><Strd>", "RmtInf: <Strd>, wanted <Ustrd>"},
		{"</RmtInf>", "<Ustrd>a</Ustrd></RmtInf>", "<Ustrd> again, wanted 1"},
		{"</RmtInf>", "</RmtInf><Tax/>", "CdtTrfTxInf: <Tax> has no place here"},
		{"<Cdtr><Nm>Muster GmbH</Nm></Cdtr>", "<Cdtr></Cdtr>", "Cdtr: ends without <Nm>"},
		{"<Cdtr><Nm>Muster GmbH</Nm></Cdtr>", "<Cdtr/>", "Cdtr: is empty"},
		{"<BICFI>COBADEFFXXX</BICFI>", "<BICFI>COBADEFFXXX</BICFI><BICFI>COBADEFFXXX</BICFI>", "<BICFI> again, wanted 1"},
		{"</BICFI></FinInstnId></DbtrAgt>", "</BICFI><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>", "<Othr> besides another, wanted one of both"},
		{"<BICFI>SOGEDEFFXXX</BICFI>", "", "DbtrAgt/FinInstnId: is empty"},
		{"Muster GmbH", "<b>Muster</b>", "Cdtr/Nm: <b> inside, wanted text and its end"},
		{"<Amt>", "<Amt>x", `Amt: text "x", wanted elements`},
		{"<Nm>Muster", `<Nm lang="de">Muster`, `Cdtr/Nm: attributes "lang=de", wanted none`},
		{"<CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>", "", "CdtTrfTxInf: <RmtInf>, wanted <CdtrAcct>"},
		{"<Amt><InstdAmt Ccy=\"EUR\">19.99</InstdAmt></Amt>", "", "CdtTrfTxInf: <CdtrAgt>, wanted <Amt>"},
		{"</GrpHdr>", "</GrpHdrs>", "GrpHdr: </GrpHdrs>, wanted </GrpHdr>"},
		{"</Document>", "</Document><Document/>", "line 28: <Document> after the end of Document"},
		{"</Document>", "</Document>x", `line 29: ends after "x\n"`},
		{"</Document>", "", "line 29: Document: the file ends here"},
	} {
		wantText(t, validateText(t, config.Rail{}, replaceOnce(t, content, c.from, c.to)), c.want)
	}
}

// TestValidateNoPayments: an empty file is no file.
func TestValidateNoPayments(t *testing.T) {
	content := readFile(t, "testdata/three.09.xml")
	head, tail := strings.Index(content, "      <CdtTrfTxInf>"), strings.Index(content, "    </PmtInf>")
	wantText(t, validateText(t, config.Rail{}, content[:head]+content[tail:]), "PmtInf: ends without <CdtTrfTxInf>")
}

// TestValidateHostile: what XML allows and a submission never has.
func TestValidateHostile(t *testing.T) {
	content := readFile(t, "testdata/three.09.xml")
	for _, c := range []struct{ from, to, want string }{
		{"<?xml", "\ufeff<?xml", `line 1: begins with "\ufeff<?xml`},
		{`encoding="UTF-8"`, `encoding="ISO-8859-1"`, "wanted version 1.0 and encoding UTF-8"},
		{`<?xml version="1.0" encoding="UTF-8"?>`, "", "line 2: begins with \"\\n<Document"},
		{"<Document ", `<!DOCTYPE d [<!ENTITY a "b">]><Document `, "<!DOCTYPE d [<!ENTITY a \"b\">, wanted an element"},
		{"<GrpHdr>", "<!-- a --><GrpHdr>", "line 4: <!-- a -->, wanted an element"},
		{"<GrpHdr>", "<?a b?><GrpHdr>", "<?a b?>, wanted an element"},
		{"Muster GmbH", "<![CDATA[Muster GmbH]]>", "<![CDATA[Muster GmbH]]>, wanted an element"},
		{"Muster GmbH", "&a;", `line 23: unknown entity "&a;"`},
		{"Muster GmbH", "a & b", "& without ;"},
		{"Muster GmbH", "&#0;", `unknown entity "&#0;"`},
		{"Muster GmbH", "&#xD800;", `unknown entity "&#xD800;"`},
		{"Muster GmbH", "M\xfcster", "bytes that are not UTF-8"},
		{"Muster GmbH", strings.Repeat("a", 9000), "a tag or text is longer than 8192 bytes"},
		{"<Amt>", "<Amt" + strings.Repeat(" ", 9000) + ">", "a tag or text is longer than 8192 bytes"},
		{"<Amt>", "<Amt", "<Amt<InstdAmt Ccy=\"EUR\">, wanted an element"},
		{`Ccy="EUR"`, `Ccy="EUR" Ccy="EUR"`, "wanted an element"},
		{`Ccy="EUR"`, `Ccy=EUR`, "wanted an element"},
		{"<Amt>", "<x:Amt>", `<x:Amt>, wanted the prefix "" of <Document>`},
		{"<PmtId>", strings.Repeat("<PmtId>", 1000), "PmtId: <PmtId>, wanted <InstrId>"},
	} {
		wantText(t, validateText(t, config.Rail{}, replaceOnce(t, content, c.from, c.to)), c.want)
	}
	for _, file := range []string{"", "<", "<?xml", "\x00", content[:len(content)/2]} {
		if validateText(t, config.Rail{}, file) == "" {
			t.Errorf("took %q", file)
		}
	}
}

// TestValidateCut: a file cut anywhere is refused.
func TestValidateCut(t *testing.T) {
	content := strings.TrimSpace(readFile(t, "testdata/three.09.xml"))
	for i := range content {
		if validateText(t, config.Rail{}, content[:i]) == "" {
			t.Fatalf("took the first %d bytes of %d", i, len(content))
		}
	}
	if got := validateText(t, config.Rail{}, content); got != "" {
		t.Error(got)
	}
}

// TestValidatePrefix: names count by their local part.
func TestValidatePrefix(t *testing.T) {
	content := readFile(t, "testdata/three.09.xml")
	prefixed := strings.NewReplacer("</", "</p:", "<?", "<?", "<", "<p:", "xmlns=", "xmlns:p=").Replace(content)
	if got := validateText(t, config.Rail{}, prefixed); got != "" {
		t.Error(got)
	}
}

// TestValidateCollects: twenty faults are enough.
func TestValidateCollects(t *testing.T) {
	content := readFile(t, "testdata/three.09.xml")
	at := strings.Index(content, "      <CdtTrfTxInf>")
	end := at + strings.Index(content[at:], "\n") + 1
	many := content[:at] + strings.Repeat(content[at:end], 30) + content[end:]
	got := validateText(t, config.Rail{}, many)
	if lines := strings.Split(got, "\n"); len(lines) != 21 || lines[20] != "and 13 faults more" {
		t.Errorf("got %s", got)
	}
}

// endless is a file that never ends.
type endless struct{ head, again string }

func (e *endless) Read(p []byte) (int, error) {
	if e.head == "" {
		e.head = e.again
	}
	n := copy(p, e.head)
	e.head = e.head[n:]
	return n, nil
}

// TestValidateBounds: a file without an end is refused at a size.
func TestValidateBounds(t *testing.T) {
	content := readFile(t, "testdata/three.09.xml")
	s := newPainScanner(io.LimitReader(&endless{content[:strings.Index(content, "<CstmrCdt")], strings.Repeat(" ", 100) + "<a>"}, 1<<20))
	s.bytes = mostBytes - 5000
	err := s.declaration()
	for err == nil {
		_, err = s.next()
	}
	wantText(t, err.Error(), "the file is larger than 1073741824 bytes")
	v := &validation{count: mostPayments}
	if v.finishPayment(); v.faults.err() != nil {
		t.Error(v.faults.err())
	}
	v.beginPayment()
	v.finishPayment()
	wantText(t, v.faults.err().Error(), "more than 1000000 payments")
}

// TestValidateNewTags: a file of ever new tags is not kept.
func TestValidateNewTags(t *testing.T) {
	file := ""
	for i := range 1000 {
		file += fmt.Sprintf("<a%d>", i)
	}
	s := newPainScanner(strings.NewReader(file))
	for i := range 1000 {
		if tag, err := s.next(); err != nil || tag.name != fmt.Sprintf("a%d", i) {
			t.Fatalf("tag %d: %v, %v", i, tag, err)
		}
	}
	if len(s.known) != mostKnown {
		t.Errorf("kept %d", len(s.known))
	}
}

// brokenFile fails in the middle.
type brokenFile struct{ io.Reader }

func (b brokenFile) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		err = errDiskFull
	}
	return n, err
}

func TestValidateReadError(t *testing.T) {
	content := readFile(t, "testdata/three.09.xml")
	_, _, err := newSepa(t, config.Rail{}).Validate(brokenFile{strings.NewReader(content[:900])})
	if err == nil || err.Error() != errDiskFull.Error() {
		t.Errorf("got %v", err)
	}
}

// TestForeignFiles: files of others, good ones and such as schemas let through.
func TestForeignFiles(t *testing.T) {
	for _, c := range []struct{ file, profile, want string }{
		{"pain.001.001.03_sepa_own.xml", profile03, ""},
		{"pain.001.001.09_sepa_own.xml", profile09, ""},
		{"pain.001.001.03_sepa_own.xml", profile09, "line 2: namespace"},
		{"pain.001.001.03_BAD_ctrlsum_but_schema_valid.xml", profile03, "GrpHdr/CtrlSum: 2234.57, wanted 2234.56, the sum of the payments"},
		{"pain.001.001.03_BAD_underscore_in_EndToEndId.xml", profile03, `CdtTrfTxInf/PmtId/EndToEndId: "monthly-payout:p_1001:2026-08": wanted a-z`},
		{"pain.001.001.09_BAD_BIC_instead_of_BICFI.xml", profile09, "PmtInf/DbtrAgt/FinInstnId: <BIC> has no place here"},
		{"pain.001.001.09_BAD_bare_ReqdExctnDt.xml", profile09, "PmtInf/ReqdExctnDt: "},
	} {
		got := validateText(t, config.Rail{Profile: c.profile}, readFile(t, tool.Sample(t, "payouts_own/"+c.file)))
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, wanted %q", c.file, got, c.want)
		}
	}
}

// FuzzValidate: whatever the file, an answer comes, and of a file that is taken
// the counts are those of its text.
func FuzzValidate(f *testing.F) {
	for _, path := range []string{"three.03.xml", "three.09.xml"} {
		content := readFile(f, "testdata/"+path)
		f.Add(content)
		f.Add(content[:1000])
	}
	f.Add("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Document/>")
	f.Fuzz(func(t *testing.T, content string) {
		count, sum, err := newSepa(t, config.Rail{}).Validate(strings.NewReader(content))
		if err == nil && (int(count) != strings.Count(content, "CdtTrfTxInf>")/2 || sum < count) {
			t.Errorf("%d payments of %d", count, sum)
		}
	})
}

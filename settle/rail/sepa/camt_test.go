package sepa

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recon/internal/tool"
	"recon/settle/rail"
)

// movement is an entry of a statement with one detail.
type movement struct {
	status, side, reversal, family, sub, detailSide, returned string
}

func (m movement) xml() string {
	return `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>` + m.side + `</CdtDbtInd><RvslInd>` + m.reversal + `</RvslInd><Sts><Cd>` + m.status + `</Cd></Sts>` +
		`<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>` + m.family + `</Cd><SubFmlyCd>` + m.sub + `</SubFmlyCd></Fmly></Domn></BkTxCd>` +
		`<NtryDtls><TxDtls><Refs><EndToEndId>` + ourPayout + `</EndToEndId></Refs><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>` + m.detailSide + `</CdtDbtInd>` +
		m.returned + `</TxDtls></NtryDtls></Ntry>`
}

func statementOf(entries ...string) string {
	return `<Document><BkToCstmrStmt><GrpHdr><MsgId>S</MsgId><CreDtTm>2026-09-05T03:00:00Z</CreDtTm></GrpHdr><Stmt><Id>1</Id>` +
		`<Acct><Id><IBAN>DE75512108001245126199</IBAN></Id></Acct>` + strings.Join(entries, "") + `</Stmt></BkToCstmrStmt></Document>`
}

func readStatement(t *testing.T, text string) []rail.Signal {
	t.Helper()
	f, err := Camt053{}.Read(strings.NewReader(text), "x.xml")
	if err != nil {
		t.Fatal(err)
	}
	return f.Signals
}

// TestWhatMovementsMean: the side of the money, whether it is a reversal and
// whether the bank calls it a return, in all combinations.
func TestWhatMovementsMean(t *testing.T) {
	const byReason, byCode = `<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`, "RRTN"
	for _, c := range []struct {
		movement
		want rail.State
	}{
		{movement{booked, debit, "false", "ICDT", "ESCT", debit, ""}, rail.Paid},
		{movement{booked, debit, "", "RCDT", "RRTN", debit, ""}, rail.Paid}, // a code of received money says nothing of ours
		{movement{booked, debit, "false", "ICDT", "ESCT", "", ""}, rail.Paid},
		{movement{booked, debit, "true", "ICDT", "ESCT", debit, ""}, ""},
		{movement{booked, debit, "1", "ICDT", "ESCT", debit, ""}, ""},
		{movement{booked, debit, "false", "ICDT", "ESCT", debit, byReason}, ""},
		{movement{booked, debit, "false", "ICDT", byCode, debit, ""}, ""},
		{movement{booked, debit, "false", "ICDT", "ESCT", credit, ""}, ""},
		{movement{booked, debit, "false", "ICDT", "ESCT", credit, byReason}, rail.Returned}, // a debit less a return
		{movement{booked, debit, "false", "ICDT", byCode, credit, ""}, ""},
		{movement{booked, credit, "false", "ICDT", "ESCT", debit, ""}, ""},
		{movement{booked, credit, "false", "RCDT", "ESCT", credit, ""}, ""},
		{movement{booked, credit, "false", "RCDT", "ESCT", credit, byReason}, rail.Returned},
		{movement{booked, credit, "false", "ICDT", byCode, credit, ""}, rail.Returned},
		{movement{booked, credit, "false", "IRCT", byCode, "", ""}, rail.Returned},
		{movement{booked, credit, "true", "ICDT", "ESCT", credit, ""}, rail.Returned},
		{movement{booked, credit, "true", "ICDT", byCode, credit, byReason}, rail.Returned},
		{movement{booked, "", "false", "ICDT", "ESCT", "", ""}, ""},
	} {
		s := readStatement(t, statementOf(c.xml()))
		if len(s) != 1 || s[0].Next != c.want || s[0].Next == "" && s[0].Note == "" || s[0].AmountMinor != 100 {
			t.Errorf("%+v: %+v", c.movement, s)
		}
		if fixable := c.want == rail.Returned && c.returned != ""; s[0].Fixable != fixable {
			t.Errorf("%+v: fixable %v", c.movement, s[0].Fixable)
		}
	}
}

// TestAmountOfAReturn: a payout is compared with what was instructed, a return
// with what came back, from which banks may have taken a fee.
func TestAmountOfAReturn(t *testing.T) {
	const instructed = `<AmtDtls><InstdAmt><Amt Ccy="CHF">1.05</Amt></InstdAmt></AmtDtls>`
	for m, want := range map[movement]string{
		{booked, debit, "false", "ICDT", "ESCT", debit, instructed}:   "105CHF",
		{booked, credit, "false", "ICDT", "RRTN", credit, instructed}: "100EUR",
	} {
		s := readStatement(t, statementOf(m.xml()))
		if got := fmt.Sprint(s[0].AmountMinor, s[0].Currency); got != want {
			t.Errorf("%s: %s, wanted %s", s[0].Next, got, want)
		}
	}
}

func TestOnlyBookedEntriesCount(t *testing.T) {
	for _, status := range []string{"PDNG", "INFO", "FUTR", "", "book"} {
		m := movement{status, debit, "false", "ICDT", "ESCT", debit, ""}
		if s := readStatement(t, statementOf(m.xml())); len(s) != 0 {
			t.Errorf("%s: %+v", status, s)
		}
	}
}

// TestIATSPayments232: money that comes back a week after a payout was done
// brings it to returned.
func TestIATSPayments232(t *testing.T) {
	m := movement{booked, credit, "false", "ICDT", "RRTN", credit, `<RtrInf><Rsn><Cd>AC01</Cd></Rsn></RtrInf>`}
	s := readStatement(t, statementOf(m.xml()))
	if len(s) != 1 || s[0].Next != rail.Returned || s[0].RailRef != ourPayout || !s[0].Fixable {
		t.Errorf("%+v", s)
	}
}

// TestOurReferences: what other programs sent from the account is none of ours.
func TestOurReferences(t *testing.T) {
	for ref, want := range map[string]bool{
		ourPayout: true, strings.ToLower(ourPayout): false, ourPayout + "A": false, ourPayout[:31]: false, ourMessage: false,
		"MP2026AAAAAAAAAAAAAAAAAAAAAAAAAA": false, "MP202608AAAAAAAAAAAAAAAAAAAAAAA1": false, "INVOICE-4711": false, "": false,
	} {
		if got := ours(payoutPrefix, ref) != ""; got != want {
			t.Errorf("%q: %v", ref, got)
		}
	}
}

// TestStatementSentAgain: a statement that comes again in other bytes names the
// same events, and one that differs names others.
func TestStatementSentAgain(t *testing.T) {
	m := movement{booked, debit, "false", "ICDT", "ESCT", debit, ""}
	text := statementOf(m.xml())
	first := readStatement(t, text)[0]
	again := readStatement(t, strings.Replace(text, "<MsgId>S<", "\n<MsgId>S2<", 1))[0]
	if first.Evidence != again.Evidence || first.Source != again.Source || first.Line == again.Line {
		t.Errorf("%+v\n%+v", first, again)
	}
	for _, change := range [][2]string{{"<Id>1<", "<Id>2<"}, {"126199", "126198"}, {">1.00<", ">1.01<"}, {"<Ntry>", "<Ntry/><Ntry>"}, {"<Acct>", "<ElctrncSeqNb>2</ElctrncSeqNb><Acct>"}} {
		if other := readStatement(t, strings.ReplaceAll(text, change[0], change[1]))[0]; other.Evidence == first.Evidence {
			t.Errorf("%v: the same evidence", change)
		}
	}
	if strings.Contains(fmt.Sprint(first), "12451261") {
		t.Error("shows the account")
	}
}

// TestDatesAheadOfTheFile: a date has no zone, so that its midnight may lie
// after the file was made; then the file's time counts.
func TestDatesAheadOfTheFile(t *testing.T) {
	m := movement{booked, debit, "false", "ICDT", "ESCT", debit, ""}
	for date, want := range map[string]string{"2026-09-04": "2026-09-04 00:00", "2026-09-06": "2026-09-05 03:00"} {
		text := statementOf(strings.Replace(m.xml(), "<BkTxCd>", "<BookgDt><Dt>"+date+"</Dt></BookgDt><BkTxCd>", 1))
		if got := readStatement(t, text)[0].OccurredAt.Format("2006-01-02 15:04"); got != want {
			t.Errorf("%s: %s", date, got)
		}
	}
}

// TestPublicStatusFiles reads what banks and libraries published. The files
// are not ours, so that only counts are written here.
func TestPublicStatusFiles(t *testing.T) {
	samples := tool.Sample(t, "")
	got := map[string]int{}
	for _, pattern := range []string{"iso20022/xml/*.xml", "payouts_own/*.xml", "intl/camt/*.xml"} {
		paths, err := filepath.Glob(filepath.Join(samples, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			f, err := readStatus(t, path)
			if err != nil {
				f.Kind = "another message"
				if !strings.Contains(err.Error(), `:1: found "`) {
					t.Errorf("%s: %v", path, err)
				}
			}
			got[f.Kind]++
			for _, s := range f.Signals {
				checkSignal(t, s)
				got[f.Kind+" "+string(s.Level)+" "+string(s.Next)]++
			}
		}
	}
	want := map[string]int{
		"another message": 13, // submissions and intraday reports
		"pain.002":        12, "pain.002 file submitted": 3, "pain.002 file failed": 1, "pain.002 file ": 2,
		"pain.002 group failed": 1, "pain.002 group ": 4, "pain.002 payout failed": 4, "pain.002 payout paid": 1, "pain.002 payout processing": 2,
		"camt.053": 19, "camt.053 payout returned": 1, "camt.053  ": 11, // the others say that they are copies
		"camt.054": 4, "camt.054  ": 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

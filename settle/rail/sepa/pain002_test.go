package sepa

import (
	"fmt"
	"strings"
	"testing"

	"recon/settle/rail"
)

const (
	ourMessage = "ME202608MLDGU6S524GDCRTBQBR4GRHF"
	ourGroup   = "PI202608ZUFKTBLBI63MLNH7FN675ZO2"
	ourPayout  = "MP202608ZKLYCEWKDO64V6WCGGZZUI64"
)

// reportOf is a status report with a status at one level.
func reportOf(level rail.Level, code string, reasons ...string) string {
	var why strings.Builder
	for _, r := range reasons {
		fmt.Fprintf(&why, "<StsRsnInf><Rsn><Cd>%s</Cd></Rsn></StsRsnInf>", r)
	}
	at := func(l rail.Level, element string) string {
		if l != level {
			return ""
		}
		return "<" + element + ">" + code + "</" + element + ">" + why.String()
	}
	text := "<Document><CstmrPmtStsRpt><GrpHdr><MsgId>B</MsgId><CreDtTm>2026-09-02T06:12:00Z</CreDtTm></GrpHdr>" +
		"<OrgnlGrpInfAndSts><OrgnlMsgId>" + ourMessage + "</OrgnlMsgId>" + at(rail.File, "GrpSts") + "</OrgnlGrpInfAndSts>" +
		"<OrgnlPmtInfAndSts><OrgnlPmtInfId>" + ourGroup + "</OrgnlPmtInfId>" + at(rail.Group, "PmtInfSts")
	if level == rail.Payout {
		text += "<TxInfAndSts><OrgnlEndToEndId>" + ourPayout + "</OrgnlEndToEndId>" + at(rail.Payout, "TxSts") + "</TxInfAndSts>"
	}
	return text + "</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>"
}

// only reads a report that says one thing.
func only(t *testing.T, r Pain002, text string) rail.Signal {
	t.Helper()
	f, err := r.Read(strings.NewReader(text), "x.xml")
	if err != nil || len(f.Signals) != 1 {
		t.Fatalf("%d signals, %v", len(f.Signals), err)
	}
	return f.Signals[0]
}

// TestStatusCodes is the table of codes at every level: what comes of file,
// group and payout.
func TestStatusCodes(t *testing.T) {
	const none, verified = "", "verification"
	for code, want := range map[string][3]string{
		"RCVD": {"submitted", "submitted", "submitted"}, "ACTC": {"submitted", "submitted", "submitted"},
		"ACCP": {"processing", "processing", "processing"}, "ACSP": {"processing", "processing", "processing"},
		"ACFC": {"processing", "processing", "processing"}, "ACPD": {"processing", "processing", "processing"},
		"PDNG": {"processing", "processing", "processing"}, "PATC": {"processing", "processing", "processing"},
		"ACFW": {"processing", "processing", "processing"}, "ACWC": {"processing", "processing", "processing"},
		"ACWP": {none, none, "processing"}, "BLCK": {none, none, "processing"},
		"ACSC": {"processing", "processing", "processing"}, "ACCC": {"paid", "paid", "paid"},
		"RJCT": {"failed", "failed", "failed"}, "CANC": {none, none, "cancelled"}, "PART": {"partly", "partly", "partly"},
		"RCVC": {verified, verified, verified}, "RVMC": {verified, verified, verified}, "RVNM": {verified, verified, verified},
		"RVNA": {verified, verified, verified}, "RVCM": {verified, verified, verified}, "RVNC": {verified, verified, verified},
		"ACIS": {none, none, none}, "rjct": {none, none, none}, "NEW1": {none, none, none},
	} {
		for i, level := range []rail.Level{rail.File, rail.Group, rail.Payout} {
			s := only(t, Pain002{}, reportOf(level, code))
			got := string(s.Next)
			switch {
			case s.Verification:
				got += verified
			case s.Partly:
				got += "partly"
			}
			if got != want[i] || s.Level != level || s.Code != code || s.Unclear {
				t.Errorf("%s %s: %q, wanted %q", level, code, got, want[i])
			}
			if s.Next == "" && s.Note == "" {
				t.Errorf("%s %s: says neither what nor why", level, code)
			}
		}
	}
}

func TestACSCIsPaidOnlyWhereTheBankAgreed(t *testing.T) {
	for _, level := range []rail.Level{rail.File, rail.Group, rail.Payout} {
		if s := only(t, Pain002{ACSCIsPaid: true}, reportOf(level, "ACSC")); s.Next != rail.Paid {
			t.Errorf("%s: %q", level, s.Next)
		}
		if s := only(t, Pain002{ACSCIsPaid: true}, reportOf(level, "ACSP")); s.Next != rail.Processing {
			t.Errorf("%s: %q", level, s.Next)
		}
	}
}

// TestDuplicatesAreUnclear: a bank that has had the same before says nothing
// about what became of it (nemiah/phpFinTS 445).
func TestDuplicatesAreUnclear(t *testing.T) {
	for _, code := range []string{"AM05", "DU01", "DU02", "DU03", "DU04", "DU05", "DUPL", "DS15"} {
		for _, level := range []rail.Level{rail.File, rail.Group, rail.Payout} {
			for _, reasons := range [][]string{{code}, {"NARR", code}, {code, "AC01"}} {
				s := only(t, Pain002{}, reportOf(level, "RJCT", reasons...))
				if s.Next != "" || !s.Unclear || s.Fixable {
					t.Errorf("%s %v: %+v", level, reasons, s)
				}
			}
		}
	}
}

// TestFixableReasons: only a single payout's reason is the payee's to put
// right, as a group's account may be ours (antiwork/gumroad 6526).
func TestFixableReasons(t *testing.T) {
	fixable := " AC01 AC03 AC04 AC06 AC07 AG01 BE01 BE04 BE06 MD07 RC01 RC04 RC07 CNOR RR03 "
	for _, code := range strings.Fields(fixable + "AM04 AM14 AM21 ED05 TM01 AB01 FF10 MS03 DNOR RR04 AM07 FR01 NARR AC02 AC05") {
		for _, level := range []rail.Level{rail.File, rail.Group, rail.Payout} {
			s := only(t, Pain002{}, reportOf(level, "RJCT", "NARR", code))
			if want := level == rail.Payout && strings.Contains(fixable, " "+code+" "); s.Fixable != want || s.Next != rail.Failed {
				t.Errorf("%s %s: fixable %v, %s", level, code, s.Fixable, s.Next)
			}
			if code != "NARR" && s.Reasons[0].Code != code {
				t.Errorf("%s: the first reason is %s", code, s.Reasons[0].Code)
			}
		}
		if s := only(t, Pain002{}, reportOf(rail.Payout, "ACSP", code)); s.Fixable {
			t.Errorf("%s is fixable though accepted", code)
		}
	}
}

// TestUmeshadhikariNeopaymentHub236: RJCT of a payout is its failure.
func TestUmeshadhikariNeopaymentHub236(t *testing.T) {
	s := only(t, Pain002{}, reportOf(rail.Payout, "RJCT", "AM04"))
	if s.Next != rail.Failed || s.RailRef != ourPayout || s.MessageID != ourMessage || s.PaymentInfoID != ourGroup {
		t.Errorf("%+v", s)
	}
}

// TestOpencollectiveOpencollective6109: a file that waits for an authorisation
// is accepted for nothing.
func TestOpencollectiveOpencollective6109(t *testing.T) {
	for _, code := range []string{"PATC", "ACFW", "RVCM"} {
		if s := only(t, Pain002{}, reportOf(rail.File, code)); s.Next == rail.Paid || s.Next == rail.Failed {
			t.Errorf("%s: %s", code, s.Next)
		}
	}
}

// TestGratipayInside604: a code that nobody documented moves nothing.
func TestGratipayInside604(t *testing.T) {
	for _, code := range []string{"XXXX", "RJCT2", "", "失败"} {
		if s := only(t, Pain002{}, reportOf(rail.Payout, code, "AC01")); s.Next != "" || s.Note == "" || s.Fixable {
			t.Errorf("%q: %+v", code, s)
		}
	}
}

// TestSilenceIsNoSignal: a report without statuses says nothing.
func TestSilenceIsNoSignal(t *testing.T) {
	f, err := Pain002{}.Read(strings.NewReader(reportOf("none", "")), "x.xml")
	if err != nil || len(f.Signals) != 0 {
		t.Errorf("%+v, %v", f.Signals, err)
	}
}

// TestStatusAfterItsPayouts: a status that stands after what it is about counts too.
func TestStatusAfterItsPayouts(t *testing.T) {
	text := reportOf(rail.Payout, "RJCT", "AC01")
	text = strings.Replace(text, "</OrgnlPmtInfAndSts>", "<PmtInfSts>RJCT</PmtInfSts><StsRsnInf><Rsn><Cd>DU02</Cd></Rsn></StsRsnInf></OrgnlPmtInfAndSts>", 1)
	f, err := Pain002{}.Read(strings.NewReader(text), "x.xml")
	if err != nil || len(f.Signals) != 2 || f.Signals[0].Level != rail.Group || !f.Signals[1].Unclear {
		t.Errorf("%+v, %v", f.Signals, err)
	}
}
